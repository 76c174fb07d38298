import * as z from 'zod';
import { defineSkill } from '../../lib/index.ts';
import { fakeContext } from '../examples/fake-context.ts';

describe('defineSkill', () => {
  it('gives a plain function back', () => {
    const skill = () => ({ note: 'done' });
    expect(defineSkill(skill)).toBe(skill);
  });

  it('hands typed arguments over, as the schema makes them', async () => {
    const skill = defineSkill({
      args: z.object({ depth: z.coerce.number().int(), names: z.array(z.string()).default(['all']) }),
      async run({ args, artifacts }) {
        const depth: number = args.depth;
        await artifacts.write('out.md', args.names.join(' '));
        return { note: String(depth + 1) };
      },
    });
    const { context, written } = fakeContext({ args: { depth: '2' } });
    expect(await skill(context)).toEqual({ note: '3' });
    expect(written.get('out.md')).toBe('all');
  });

  it('fails, saying all that is wrong with the arguments, before it runs', async () => {
    let ran = false;
    const skill = defineSkill({
      args: z.strictObject({ depth: z.int(), to: z.object({ name: z.string() }) }),
      run() {
        ran = true;
      },
    });
    await expect(async () => skill(fakeContext({ args: { depth: 'two', to: {} } }).context)).rejects.toThrow(
      'the arguments do not fit: depth: Invalid input: expected number, received string; to.name: Invalid input: expected string, received undefined',
    );
    expect(ran).toBe(false);
  });

  it('checks the output, and keeps it as JSON', async () => {
    const output = z.object({ sent: z.number() });
    const run = (given: object) => () => given as never;
    const { context } = fakeContext();
    expect(await defineSkill({ output, run: run({ output: { sent: 2 }, label: 'ok' }) })(context)).toEqual({
      output: '{"sent":2}',
      label: 'ok',
    });
    expect(await defineSkill({ output: z.string(), run: run({ output: 'text' }) })(context)).toEqual({
      output: 'text',
    });
    expect(await defineSkill({ output, run: run({ status: 'failed', note: 'no' }) })(context)).toEqual({
      status: 'failed',
      note: 'no',
    });
    await expect(async () => defineSkill({ output, run: run({}) })(context)).rejects.toThrow(
      'the output does not fit: Invalid input: expected object, received undefined',
    );
    expect(await defineSkill({ output: z.optional(output), run: run({}) })(context)).toEqual({});
  });
});
