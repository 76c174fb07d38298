import { checkInput, valueOfText } from '../../lib/node/parameters.ts';
import type { ParameterEntry } from '../../lib/ir/table.ts';
import { bench, graph } from './bench.ts';

const declared: readonly ParameterEntry[] = [
  { name: 'topic', type: 'string', required: true },
  { name: 'depth', type: 'integer', required: false, fallback: 2 },
  { name: 'strict', type: 'boolean', required: false },
];

describe('the input of a run', () => {
  it('may be anything where none is declared', () => {
    expect(checkInput([], 'a text')).toEqual({ kind: 'fits', input: 'a text' });
  });

  it('gets the defaults of what is not given, and keeps what is not declared', () => {
    const input = { topic: 'loops', Comment: 'a sample' };
    expect(checkInput(declared, input)).toEqual({ kind: 'fits', input: { ...input, depth: 2 } });
  });

  it.each([
    [undefined, ['the input topic is missing']],
    [
      { topic: 7, depth: 1.5 },
      [
        'the input topic must be of the type string, and is a number',
        'the input depth must be of the type integer, and is a number',
      ],
    ],
    ['loops', ['the workflow declares its inputs, so they are given by name, as a JSON object']],
  ])('%j does not fit', (input, problems) => {
    expect(checkInput(declared, input)).toEqual({ kind: 'misfit', problems });
  });

  it('is read from texts by the declared types', () => {
    expect(valueOfText(declared, 'topic', '7')).toBe('7');
    expect(valueOfText(declared, 'depth', '7')).toBe(7);
    expect(valueOfText(declared, 'strict', 'true')).toBe(true);
    expect(valueOfText(declared, 'depth', 'deep')).toBe('deep');
  });

  it('is checked when a run starts, and a misfit writes nothing', async () => {
    const workflow = { ...(JSON.parse(graph('A>B')) as object), inputs: { topic: { required: true } } };
    const b = bench(JSON.stringify(workflow), { input: {} });
    await expect(b.visit('A')).rejects.toMatchObject({
      name: 'Stepwright.BadInput',
      message: 'the input topic is missing',
    });
    expect(await b.deps.state.readAll('r1')).toEqual(new Map());
    const good = bench(JSON.stringify(workflow), { input: { topic: 'x' } });
    expect(await good.visit('A')).toEqual({ take: 'next' });
    expect((await good.state()).context).toEqual(new Map([['topic', 'x']]));
  });

  it('cannot be declared under a name that is no key, with a default of another type', () => {
    const workflow = {
      ...(JSON.parse(graph('A>B')) as object),
      inputs: { 'a-b': {}, run_id: {}, n: { type: 'number', default: 'x' } },
    };
    expect(() => bench(JSON.stringify(workflow))).toThrow(
      /"a-b" cannot[\s\S]*"run_id" cannot[\s\S]*default of the input "n" is no number/,
    );
  });
});
