import fc from 'fast-check';
import { parse, parseDocument, stringify } from 'yaml';
import { addStep } from '../../lib/edit/add-step.ts';
import { removeStep } from '../../lib/edit/remove-step.ts';
import { rename } from '../../lib/edit/rename.ts';
import { setSchedule } from '../../lib/edit/set-schedule.ts';

const steps = (lines: string) => `workflow: {name: w, version: 1.0.0}\nsteps:\n${lines}`;

describe('a step', () => {
  it('is not removed while another one reads its output', () => {
    const reading = (how: string) =>
      removeStep(steps(`  - {id: a, command: /a, output_as: mail}\n  - {id: b, command: /b, ${how}}\n`), 'a');
    for (const how of ['args: {x: "{{context.mail}}"}', "condition: '!context.mail'", 'condition: context.mail == x'])
      expect(reading(how)).toEqual({ kind: 'refused', why: 'b reads its output, context.mail' });
    expect(reading('args: {x: "{{context.mailbox}}"}, condition: context.mailbox').kind).toBe('edited');
  });

  it('is not removed when it is the only one, or not there', () => {
    expect(removeStep(steps('  - {id: a, command: /a}\n'), 'a')).toEqual({
      kind: 'refused',
      why: 'a is the only step',
    });
    expect(removeStep(steps('  - {id: a, command: /a}\n'), 'b')).toEqual({
      kind: 'refused',
      why: 'there is no step b',
    });
  });

  it('leaves what it depended on to those that depended on it, once', () => {
    const text = steps(`  - {id: 007, command: /a}
  - {id: x, command: /x}
  - {id: b, command: /b, depends_on: [007, x]}
  - {id: c, command: /c, depends_on: [x, b]}
  - {id: d, command: /d, depends_on:
      [b]}
`);
    const removed = removeStep(text, 'b');
    expect(removed).toMatchObject({ kind: 'edited', rewired: ['c', 'd'] });
    expect(removed.kind === 'edited' && removed.text).toContain('id: c, command: /c, depends_on: [x, "007"]}');
    expect(removed.kind === 'edited' && removed.text).toContain('      ["007", x]}');
  });

  it('is not added twice, nor to a graph', () => {
    expect(addStep(steps('  - {id: a, command: /a}\n'), { id: 'a', command: '/b' })).toMatchObject({ kind: 'refused' });
    expect(addStep('name: g\nnodes: []\n', { id: 'a', command: '/b' })).toMatchObject({ kind: 'refused' });
  });
});

describe('what is written in a way that an edit does not know', () => {
  it.each([
    ['an alias', 'b: &b {enabled: true}\nworkflow: {name: w}\nschedule: *b\nsteps: [{id: a, command: /a}]\n'],
    ['no map', '- a\n'],
    ['no YAML', 'a: [\n'],
    ['nothing', ''],
  ])('%s is refused', (_, text) => {
    expect(setSchedule(text, { enabled: true, cron: '0 9 * * *' })).toMatchObject({ kind: 'refused' });
    expect(rename(text, 'x').kind === 'refused' || text.startsWith('b:')).toBe(true);
  });

  it('is a step that another one is an alias of', () => {
    const text = steps('  - &a {id: a, command: /a}\n  - {<<: *a, id: b}\n  - {id: c, command: /c}\n');
    expect(removeStep(text, 'a')).toMatchObject({ kind: 'refused' });
    expect(removeStep(text, 'c')).toMatchObject({ kind: 'edited' });
  });
});

const word = fc.constantFrom('a', 'b-1', 'true', '007', 'no', 'x y', "it's", '#5', 'a: b', 'é', '{', '*x', '- d');
const anyStep = fc.record(
  {
    command: word,
    name: word,
    args: fc.dictionary(fc.constantFrom('k', 'l m', '1'), word),
    depends_on: fc.uniqueArray(fc.constantFrom('s0', 's1', 's2', 's3'), { maxLength: 3 }),
    timeout_seconds: fc.constant(60),
  },
  { requiredKeys: ['command'] },
);
const style = fc.record({
  defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const),
  defaultKeyType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const),
  indent: fc.constantFrom(2, 4),
  indentSeq: fc.boolean(),
  collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
  lineWidth: fc.constant(0),
});

describe('an edit of any file', () => {
  const file = fc.tuple(fc.array(anyStep, { minLength: 2, maxLength: 4 }), style).map(([list, how]) => {
    const data = { workflow: { name: 'w' }, steps: list.map((step, i) => ({ id: `s${i}`, ...step })) };
    return { data, text: stringify(data, { version: '1.2', schema: 'core', ...how }) };
  });

  it('says what was wanted, and leaves every other line as it was', () => {
    fc.assert(
      fc.property(file, fc.nat(3), ({ data, text }, which) => {
        // The library writes some flow collections where it does not read them.
        fc.pre(parseDocument(text).errors.length === 0);
        const schedule = setSchedule(text, { enabled: true, cron: '*/5 * * * *' });
        expect(schedule.kind === 'edited' && (parse(schedule.text) as object)).toEqual({
          ...data,
          schedule: { enabled: true, cron: '*/5 * * * *' },
        });
        const added = addStep(text, { id: 'new', command: '/n', args: [['k', 'v: 1']], depends_on: ['s0'] });
        expect(added.kind === 'edited' && (parse(added.text) as object)).toEqual({
          ...data,
          steps: [...data.steps, { id: 'new', command: '/n', args: { k: 'v: 1' }, depends_on: ['s0'] }],
        });
        if (added.kind === 'edited' && text.includes('\n  ')) {
          const lines = added.text.split('\n');
          expect(text.split('\n').filter((line) => !lines.includes(line))).toEqual([]);
        }
        const id = `s${which % data.steps.length}`;
        const removed = removeStep(text, id);
        expect(removed.kind).toBe('edited');
        const left = removed.kind === 'edited' && (parse(removed.text) as typeof data).steps;
        expect(left && left.map((step) => step.id)).toEqual(
          data.steps.map((step) => step.id).filter((one) => one !== id),
        );
        for (const step of left || []) expect(step.depends_on ?? []).not.toContain(id);
      }),
      { numRuns: 300 },
    );
  });
});
