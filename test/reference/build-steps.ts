import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';
import type { RawStep, RawSteps } from './generate-steps.ts';
import type { Case } from './generated.ts';
import { pick } from './generated.ts';

const TEXTS = ['x', 'y', '', ' x ', 'red', 'boom', 'timed out after 300s', '0', 'false', 'long '.repeat(120)];
const VALUES = [
  'x',
  'y',
  '"x"',
  'red',
  'boom',
  'timed out after 300s',
  '""',
  '0',
  `${'long '.repeat(120).slice(0, 497)}...`,
];
const INPUT_VALUES = ['x', '', true, null, 0, { deep: [1] }];

/** A workflow file from numbers. */
export function buildSteps(raw: RawSteps): Case {
  const ids = raw.steps.map((_step, index) => `s${index}`);
  const keys = [...raw.steps.flatMap((step, index) => (step.keepsOutput ? [`k${index}`] : [])), 'i0', 'i1'];
  const order = ids.toSorted((a, b) => raw.steps[ids.indexOf(a)]!.rank - raw.steps[ids.indexOf(b)]!.rank);
  const steps = order.map((id) => {
    const index = ids.indexOf(id);
    const step = raw.steps[index]!;
    const dependsOn = index === 0 ? [] : step.dependsOn.map((by) => ids[Math.max(0, index - 1 - by)]!);
    const read = step.reads.map((by, i) => [`arg${i}`, `{{context.${pick(keys, by)}}}`] as const);
    return {
      ...{ id, command: `/t:${id}`, continue_on_error: step.continues },
      ...(dependsOn.length > 0 && { depends_on: [...new Set(dependsOn)] }),
      ...(step.keepsOutput && { output_as: `k${index}` }),
      ...(step.condition && { condition: conditionOf(step.condition, keys) }),
      ...(read.length > 0 && { args: Object.fromEntries(read) }),
    };
  });
  return {
    workflow: { workflow: { name: 'generated', version: '1.0.0' }, defaults: { stop_on_error: raw.stops }, steps },
    script: Object.fromEntries(ids.map((id, index) => [id, [outcomeOf(raw.steps[index]!.outcome)]])),
    pace: raw.pace,
    ...(raw.input && { input: { i0: pick(INPUT_VALUES, raw.input[0]!), i1: pick(INPUT_VALUES, raw.input[1]!) } }),
  };
}

function conditionOf({ key, operator, value }: NonNullable<RawStep['condition']>, keys: readonly string[]): string {
  const name = pick([...keys, 'nobody'], key);
  const text = pick(VALUES, value);
  return pick(
    [`context.${name}`, `context.${name} == ${text}`, `!context.${name}`, `context.${name} != ${text}`, `${name} > 3`],
    operator,
  );
}

function outcomeOf({ kind, output }: RawStep['outcome']): ScriptedOutcome {
  switch (kind) {
    case 'pass':
      return output === 0 ? {} : { output: pick(TEXTS, output) };
    case 'fail':
      return { fail: 'red' };
    case 'error':
      return { error: 'boom' };
    case 'timeout':
      return { timeout: true };
  }
}
