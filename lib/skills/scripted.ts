import type { NodeEntry, WorkflowTable } from '../ir/table.ts';
import { isDirectory } from '../ir/paths.ts';
import type { SkillContext, SkillOutcome } from './skill.ts';

/** One scripted outcome of a node (`run --mock`). */
export interface ScriptedOutcome {
  readonly output?: string;
  readonly label?: string;
  /** The skill says that it failed. */
  readonly fail?: string;
  /** It throws. */
  readonly error?: string;
  /** It takes longer than the node's timeout; nobody waits that long in a scripted run. */
  readonly timeout?: boolean;
  /** Makes the node a human one that asks this. */
  readonly wait?: string;
  /** All that it writes, by path; without it each declared output gets a one-line stand-in. */
  readonly artifacts?: Readonly<Record<string, string>>;
  /** It takes so long. */
  readonly seconds?: number;
}

/** How the content of a stand-in for an output begins. */
export const STAND_IN = 'stand-in for ';

/** Outcomes by node, one per execution of its skill, the last repeating. */
export type Script = ReadonlyMap<string, readonly ScriptedOutcome[]>;

/** Runs a scripted outcome in place of a skill. */
export async function runScripted(
  script: Script,
  node: NodeEntry,
  context: SkillContext,
  execution: number,
): Promise<SkillOutcome> {
  const list = script.get(node.id) ?? [];
  const outcome = list[Math.min(execution, list.length) - 1] ?? {};
  if (outcome.timeout)
    throw Object.assign(new Error(`timed out after ${node.timeoutSeconds}s`), { name: 'TimeoutError' });
  if (outcome.seconds !== undefined) await pause(outcome.seconds, context.signal);
  if (outcome.error !== undefined) throw new Error(outcome.error);
  if (outcome.fail !== undefined) return { status: 'failed', note: outcome.fail };
  for (const path of outcome.artifacts ? [] : node.outputs) {
    const file = isDirectory(path) ? `${path}stand-in.md` : path;
    await context.artifacts.write(file, `${STAND_IN}${path}, written by ${node.id}\n`);
  }
  return {
    label: outcome.label ?? defaultLabel(node) ?? null,
    ...(outcome.output !== undefined && { output: outcome.output }),
    ...(outcome.artifacts && { artifacts: outcome.artifacts }),
  };
}

/** A choice takes the first label, in file order, of a normal forward edge; none where the node may name none. */
function defaultLabel(node: NodeEntry): string | undefined {
  if (node.mayNameNone) return undefined;
  return node.outcomes.find(
    (outcome) => outcome.kind === 'pass' && outcome.label !== undefined && outcome.asks === undefined,
  )?.label;
}

/** What is wrong with a script: ids that the workflow does not have, labels that are not offered. */
export function checkScript(script: Script, table: WorkflowTable): string[] {
  const nodes = new Map(table.nodes.map((node) => [node.id, node]));
  return [...script].flatMap(([id, list]) => {
    const node = nodes.get(id);
    if (!node) return [`the workflow has no node ${id}`];
    const offered = node.outcomes.flatMap((outcome) =>
      outcome.kind === 'pass' && outcome.label !== undefined ? [outcome.label] : [],
    );
    const bad = list.flatMap(({ label }) => (label !== undefined && !offered.includes(label.trim()) ? [label] : []));
    return bad.map(
      (label) =>
        `${id} does not offer the label '${label}'; ${offered.length === 0 ? 'it offers none' : `it offers ${offered.map((o) => `'${o}'`).join(', ')}`}`,
    );
  });
}

/** `{wait}` makes a node one that waits for a person; any other scripted outcome stands for the person's answer. */
export function scriptedHumans(script: Script): { humans: Set<string>; automatic: Set<string> } {
  const waits = (id: string) => script.get(id)!.some(({ wait }) => wait !== undefined);
  const ids = [...script.keys()];
  return { humans: new Set(ids.filter(waits)), automatic: new Set(ids.filter((id) => !waits(id))) };
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', end, { once: true });
  });
}
