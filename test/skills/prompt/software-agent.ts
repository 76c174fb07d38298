import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Call, Sent, Turn } from './fake-model.ts';

const file = join(import.meta.dirname, '../../diagnostics/samples/software-agent-workflow/workflow.yaml');

/** The real workflow of 22 nodes. */
export const workflow = readFileSync(file, 'utf8');

interface Node {
  readonly id: string;
  readonly skill: string;
}

export const nodes = (parse(workflow) as { nodes: readonly Node[] }).nodes;

/** A skill for each node, as files of a folder of skills. */
export const skillFiles: Readonly<Record<string, string>> = Object.fromEntries(
  nodes.map(({ skill }) => [
    `${skill}/SKILL.md`,
    `---\nname: ${skill}\ndescription: does ${skill}\n---\nYou do ${skill}, and nothing else.\n`,
  ]),
);

/** What nodes decide, by round: both loops are taken once, and the gate fails once. */
const decisions: Readonly<Record<string, readonly object[]>> = {
  S02: [{ label: 'existing issue or bug needs fixing' }, { label: 'requirements are unclear' }],
  S14: [
    { label: 'integrated changes require implementation updates' },
    { label: 'backend implementation and integration work' },
  ],
  S16: [{ status: 'failed', note: 'the tests are red' }, {}],
  S18: [{ label: 'organize project documentation' }],
  S12: [{ label: 'parallelizable work' }],
  S17: [{ label: 'no release deployment is required' }],
};

/** What a text in the first message says. */
interface Task {
  readonly node: string;
  readonly round: number;
  readonly outputs: readonly string[];
}

export function taskOf({ prompt }: Pick<Sent, 'prompt'>): Task {
  const first = prompt.find(({ role }) => role === 'user')!;
  const text =
    typeof first.content === 'string' ? first.content : first.content.map((p) => ('text' in p ? p.text : '')).join('');
  const [, node, round = '1'] = /^Node (\w+)(?:, round (\d+))?\./m.exec(text)!;
  const [, list = ''] = /## Outputs to write\n\n((?:- .*\n?)+)/.exec(text) ?? [];
  const outputs = list.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
  return { node: node!, round: Number(round), outputs };
}

const REPORT = [
  'Final status',
  'Changed files',
  'Tests',
  'Release state',
  'Docs state',
  'Remaining issues',
  'Next steps',
];

/** Plays the model for every node: it writes the outputs, and finishes as decided. Which time it is, it counts itself. */
export function softwareAgent(): (call: Pick<Sent, 'prompt'>) => Turn {
  const times = new Map<string, number>();
  return (call) => {
    const { node, outputs } = taskOf(call);
    const time = times.get(node) ?? 0;
    times.set(node, time + 1);
    const list = decisions[node] ?? [{}];
    const decision = list[Math.min(time, list.length - 1)]!;
    const text =
      node === 'S22' ? REPORT.map((title) => `## ${title}\n\nVerified: nothing is open.\n`).join('\n') : `by ${node}`;
    const writes = outputs.map((path): Call => ['write_artifact', { path, content: text }]);
    return { calls: [...writes, ['finish', { status: 'passed', ...decision }]] };
  };
}

/** How often each node's skill is executed by these decisions. */
export const expectedRuns: Readonly<Record<string, number>> = {
  ...{ S01: 2, S02: 2, S03: 1, S04: 1, S05: 1, S06: 1, S07: 1, S08: 1, S10: 1, S11: 1 },
  ...{ S12: 3, S13: 3, S14: 3, S16: 2, S17: 1, S18: 1, S21: 1, S22: 1 },
};
