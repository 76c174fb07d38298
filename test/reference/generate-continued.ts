import fc from 'fast-check';
import type { PersonAnswer } from '../../lib/node/human.ts';
import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';
import type { Case } from './generated.ts';
import { pick } from './generated.ts';

type List = readonly ScriptedOutcome[];

/** Numbers by which a case goes on. */
interface Going {
  /** Which nodes fail, and from which execution on. */
  readonly failing: readonly { readonly node: number; readonly from: number }[];
  readonly waiting: readonly number[];
  /** What the second script has of each node. */
  readonly changes: readonly number[];
  readonly answers: readonly { readonly kind: number; readonly label: number }[];
}

const any = fc.nat({ max: 999 });
const going = ({ failures, waits }: { failures: number; waits: number }): fc.Arbitrary<Going> =>
  fc.record({
    failing: fc.array(fc.record({ node: any, from: fc.nat({ max: 2 }) }), { maxLength: failures }),
    waiting: fc.array(any, { minLength: Math.min(1, waits), maxLength: waits }),
    changes: fc.array(fc.nat({ max: 11 }), { minLength: 4, maxLength: 7 }),
    answers: fc.array(fc.record({ kind: fc.nat({ max: 11 }), label: any }), { maxLength: 6 }),
  });

/** Runs that fail and go on with other outcomes. */
export const resumed = (cases: fc.Arbitrary<Case>): fc.Arbitrary<Case> =>
  fc.tuple(cases, going({ failures: 3, waits: 0 })).map(goingOn);

/** Runs that wait for people. */
export const answered = (cases: fc.Arbitrary<Case>): fc.Arbitrary<Case> =>
  fc.tuple(cases, going({ failures: 1, waits: 3 })).map(goingOn);

/** Runs after which, or without which, another one starts at a node. Files are in no store that both would share. */
export const startedAt = (cases: fc.Arbitrary<Case>): fc.Arbitrary<Case> =>
  fc
    .tuple(cases, going({ failures: 1, waits: 0 }), any, fc.boolean())
    .map(([one, raw, at, fresh]) => {
      const { workflow } = one;
      const ids = 'nodes' in workflow ? workflow.nodes.map(({ id }) => id) : workflow.steps.map(({ id }) => id);
      return { ...goingOn([withoutInputs(one), raw]), from: pick(ids, at), fresh };
    })
    .filter(({ script }) => !Object.values(script).some((list) => list.some(({ wait }) => wait !== undefined)));

function withoutInputs(one: Case): Case {
  const { workflow } = one;
  if ('steps' in workflow) return one;
  return { ...one, workflow: { ...workflow, nodes: workflow.nodes.map(({ inputs: _inputs, ...node }) => node) } };
}

function goingOn([one, raw]: [Case, Going]): Case {
  const { workflow } = one;
  const ids = 'nodes' in workflow ? workflow.nodes.map(({ id }) => id) : workflow.steps.map(({ id }) => id);
  const script = new Map<string, List>(Object.entries(one.script));
  for (const { node, from } of raw.failing) {
    const id = pick(ids, node);
    const list = script.get(id) ?? [];
    const before = Array.from({ length: from }, (_none, at) => list[Math.min(at, list.length - 1)] ?? {});
    script.set(id, [...before, { error: 'boom' }]);
  }
  if ('nodes' in workflow) for (const by of raw.waiting) script.set(pick(ids, by), [{ wait: 'may I?' }]);
  for (const [id, list] of script)
    if (list.some(({ wait }) => wait !== undefined)) script.set(id, [{ wait: 'may I?' }]);
  const second = ids.map((id, at) => {
    const list = script.get(id) ?? [];
    const waits = list.some(({ wait }) => wait !== undefined);
    return [id, waits ? list : changed(list, pick(raw.changes, at), labelsOf(one, id))] as const;
  });
  const waiting = ids.filter((id) => script.get(id)?.some(({ wait }) => wait !== undefined));
  const labels = waiting.flatMap((id) => labelsOf(one, id));
  return {
    ...one,
    script: Object.fromEntries(script),
    second: Object.fromEntries(second.filter(([, list]) => list.length > 0)),
    answers: raw.answers.map(({ kind, label }) => answerOf(kind, label, labels)),
  };
}

function changed(list: List, by: number, labels: readonly string[]): List {
  if (by < 5) return list.filter(({ fail, error, timeout }) => fail === undefined && error === undefined && !timeout);
  if (by < 7) return [];
  if (by < 9) return list;
  if (by === 9) return list.toReversed();
  if (by === 10) return [...list, { error: 'bang' }];
  return labels.map((label) => ({ label }));
}

function answerOf(kind: number, label: number, labels: readonly string[]): PersonAnswer {
  if (kind === 0) return { fail: 'no' };
  if (kind < 5 || labels.length === 0) return kind % 2 ? { text: 'yes' } : {};
  return { label: pick(labels, label) };
}

function labelsOf({ workflow }: Case, id: string): string[] {
  if ('steps' in workflow) return [];
  return workflow.edges.flatMap(({ from, label, kind }) =>
    from === id && label !== undefined && !kind ? [label] : [],
  );
}
