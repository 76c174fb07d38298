import type { NodeEntry } from '../ir/table.ts';
import type { SkillHost } from '../skills/host.ts';
import type { SkillContext, SkillLog } from '../skills/skill.ts';
import type { Content } from '../store/content.ts';
import type { Spool } from '../store/spool.ts';
import { changesOf } from './changes.ts';
import { contextOf, substitute } from './context.ts';
import type { NodeDeps } from './deps.ts';
import { CANCELLED, failure, isNamed, TIMED_OUT } from './failures.ts';
import type { Inputs } from './inputs.ts';
import type { Verdict } from './result.ts';
import { judge, offeredLabels } from './result.ts';
import { skillArtifacts } from './skill-artifacts.ts';
import type { View } from './view.ts';
import { currentRecord } from './view.ts';

export interface Attempt {
  readonly attempt: number;
  readonly round: number;
  /** How many times the node's skill has been executed, this one included. */
  readonly execution: number;
  readonly inputs: Inputs;
  /** Keeps what the skill writes as streams. */
  readonly spool: Spool;
  readonly host: SkillHost;
  /** What the execution before this one has kept, where it was interrupted. */
  readonly memory?: unknown;
}

export interface Executed {
  readonly verdict: Verdict;
  /** Remarks for the record, such as context keys that nobody has set. */
  readonly remarks: readonly string[];
}

/** Runs the skill of a node once, within its timeout, and judges what it did. Throws only when the run is cancelled. */
export async function execute(view: View, node: NodeEntry, deps: NodeDeps, attempt: Attempt): Promise<Executed> {
  const values = contextOf(view, node);
  const { args, unknown } = substitute(view, node, values);
  const remarks = unknown.map((key) => `unknown key context.${key} was left as it is`);
  const written = new Map<string, Content>();
  const abort = new AbortController();
  const context = skillContext(view, node, deps, attempt, { args, values, written, signal: abort.signal });
  const cancelled = () => abort.abort(failure(CANCELLED, 'the run was cancelled'));
  deps.cancel?.addEventListener('abort', cancelled, { once: true });
  try {
    if (deps.cancel?.aborted) cancelled();
    const result = await withinTimeout(deps.runSkill(node, context, attempt.execution), node.timeoutSeconds, abort);
    return { verdict: judge(node, result, written, view.workflow.table.dialect === 'graph'), remarks };
  } catch (error) {
    if (deps.cancel?.aborted) throw failure(CANCELLED, 'the run was cancelled');
    const kind = isNamed(error, TIMED_OUT) ? 'timeout' : 'error';
    return { verdict: { kind: 'failed', failure: kind, evidence: messageOf(error) }, remarks };
  } finally {
    deps.cancel?.removeEventListener('abort', cancelled);
  }
}

/** What a thrown value says; never its stack, which holds paths of the machine. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text === '' ? 'the skill threw an empty error' : text;
}

/** Waits no longer than the timeout or the cancel; a skill that does not heed its signal is left behind. */
async function withinTimeout(work: Promise<unknown>, seconds: number, abort: AbortController): Promise<unknown> {
  // Timers take at most 2^31-1 milliseconds; longer timeouts are as good as none here.
  const timer = setTimeout(
    () => abort.abort(failure(TIMED_OUT, `timed out after ${seconds}s`)),
    Math.min(seconds * 1000, 2 ** 31 - 1),
  );
  const aborted = new Promise<never>((_, reject) => {
    const end = () => reject(abort.signal.reason as Error);
    if (abort.signal.aborted) end();
    else abort.signal.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
    aborted.catch(() => undefined);
  }
}

interface Parts {
  readonly args: Record<string, unknown>;
  readonly values: ReadonlyMap<string, string>;
  readonly written: Map<string, Content>;
  readonly signal: AbortSignal;
}

function skillContext(view: View, node: NodeEntry, deps: NodeDeps, attempt: Attempt, parts: Parts): SkillContext {
  const { inputs } = attempt;
  const changes = changesOf(view, node, deps.artifacts);
  return {
    run: view.header.run,
    node: node.id,
    round: attempt.round,
    attempt: attempt.attempt,
    args: parts.args,
    input: node.intake ? view.input : undefined,
    context: withoutPrototype(parts.values),
    labels: offeredLabels(node),
    ...(node.mayNameNone && { mayNameNone: true }),
    inputs: [...inputs.files.keys()].sort(),
    absent: inputs.absent,
    outputs: node.outputs,
    ...(changes && { changes }),
    artifacts: skillArtifacts(deps.artifacts, inputs, parts.written, attempt.spool),
    signal: parts.signal,
    log: skillLog(node, deps),
    ...(node.description !== undefined && { description: node.description }),
    ...(node.prompt && { prompt: node.prompt }),
    answers: currentRecord(view, node)?.answers ?? [],
    ...(attempt.memory !== undefined && { memory: attempt.memory }),
    host: attempt.host,
  };
}

/** An object without prototype, so that a key such as `__proto__` is an ordinary one. */
function withoutPrototype(values: ReadonlyMap<string, string>): Record<string, string> {
  const result = Object.create(null) as Record<string, string>;
  for (const [key, value] of values) result[key] = value;
  return result;
}

function skillLog(node: NodeEntry, deps: NodeDeps): SkillLog {
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string, details?: object) =>
    deps.log(level, message, { ...details, node: node.id });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
