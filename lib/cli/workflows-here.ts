import type { StateMachine } from '../asl/definition.ts';
import { onceBegun } from '../local/claim.ts';
import type { LocalResult } from '../local/machine.ts';
import { runMachine } from '../local/machine.ts';
import { nodeDeps } from '../local/execute-run.ts';
import { isUnfinished, readRun, waitingNodes } from '../local/records.ts';
import { statePath } from '../local/run-files.ts';
import type { Session } from '../local/session.ts';
import { openSession } from '../local/session.ts';
import type { RunState } from '../node/assemble.ts';
import { changedNodes } from '../node/changed-nodes.ts';
import { completion } from '../node/completion.ts';
import type { NodeDeps } from '../node/deps.ts';
import { checkInput } from '../node/parameters.ts';
import type { Indexed } from '../node/view.ts';
import { LOGGED } from '../notion/log-run.ts';
import type { WorkflowEnd, WorkflowRequest, Workflows } from '../skills/environment.ts';
import type { ArtifactStore } from '../store/artifact-store.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { WorkflowFile } from './find-workflow.ts';
import { findWorkflow } from './find-workflow.ts';
import { isRefused } from './io.ts';
import type { RunInNotion } from './log-in-notion.ts';
import { logInNotion } from './log-in-notion.ts';
import type { OutputFormat } from './output-format.ts';

/** A workflow that can be run. */
interface Runnable {
  readonly workflow: Indexed;
  readonly asl: StateMachine;
  readonly runSkill: NodeDeps['runSkill'];
  /** The workflow's `output_format`. */
  readonly outputFormat: OutputFormat | undefined;
}

export interface WorkflowsHereOptions {
  /** The project's folder. */
  readonly cwd: string;
  /** Paths of the workflows that have started each other, the last of which is the one that asks. */
  readonly chain: readonly string[];
  /** Compiles a workflow; its own skills get the chain that is given. Returns what is wrong with it, as a text. */
  readonly prepare: (file: WorkflowFile, chain: readonly string[]) => Runnable | string;
}

/** Runs other workflows of the project within this process, each with a record of its own. */
export function workflowsHere(options: WorkflowsHereOptions): Workflows {
  return { kind: 'here', run: (request) => runHere(options, request) };
}

async function runHere(options: WorkflowsHereOptions, request: WorkflowRequest): Promise<WorkflowEnd> {
  const { cwd, prepare } = options;
  const { workflow: wanted, run } = request;
  const file = findWorkflow(cwd, wanted);
  if (isRefused(file)) throw new Error(file.refused);
  const chain = [...options.chain, file.path];
  if (options.chain.includes(file.path))
    throw new Error(`workflows start each other in a circle: ${chain.map((path) => shown(cwd, path)).join(' → ')}`);
  const prepared = prepare(file, chain);
  if (typeof prepared === 'string') throw new Error(`the workflow ${wanted} cannot be run: ${prepared}`);
  const { workflow } = prepared;
  const misfit = checkInput(workflow.table.parameters, request.input);
  if (misfit.kind === 'misfit') throw new Error(`the workflow ${wanted} cannot be run: ${misfit.problems.join('; ')}`);
  // It has ended before, and whoever started it has not heard of that.
  const recorded = await readRun(cwd, run);
  // The latest record that is shown is the one of the run that people have started.
  const opened = await openSession({
    ...{ root: cwd, run, workflow, file: file.file, scripted: false, stateFile: statePath(cwd, run) },
    now,
  });
  if (opened.kind === 'owned') throw new Error(`process ${opened.holder.pid} works on the run ${run}`);
  if (opened.kind === 'unwritable') throw new Error(`the record of the run ${run} cannot be written: ${opened.why}`);
  const { session } = opened;
  try {
    if (recorded && !isUnfinished(recorded)) return ended(workflow, recorded.state, session.artifacts);
    const changed = recorded ? changedNodes(recorded.items, workflow.table) : [];
    if (changed.length > 0)
      throw new Error(`the workflow ${wanted} has changed since the run ${run} began: ${changed.join(', ')}`);
    await session.keepOrigin(undefined);
    const notion = await logInNotion(
      { cwd, now },
      {
        ...{ run, workflow, file: file.path, state: session.state },
        ...{ known: recorded?.items.has(LOGGED) ?? false, declared: prepared.outputFormat, scripted: false },
      },
    );
    return await work(prepared, session, request, notion);
  } finally {
    await session.close();
  }
}

const now = () => new Date();

async function work(
  prepared: Runnable,
  session: Session,
  { run, input, signal }: WorkflowRequest,
  notion: RunInNotion,
): Promise<WorkflowEnd> {
  const { workflow, asl, runSkill } = prepared;
  const logged = { ...session, state: onceBegun(session.state, () => notion.begun()) };
  const result = await runMachine({
    asl,
    run,
    deps: nodeDeps({ session: logged, workflow, runSkill, cancel: signal, now }),
    ...(input !== undefined && { input }),
    trigger: 'workflow',
    sleep: (seconds, over) => wait(seconds * 1000, undefined, { signal: over }).catch(() => undefined),
  });
  await notion.ended();
  for (const text of notion.warnings) session.log.write('warn', text, { run });
  if (signal.aborted) throw signal.reason;
  return endOf(result, workflow, session.artifacts);
}

function endOf(result: LocalResult, workflow: Indexed, artifacts: ArtifactStore): WorkflowEnd {
  const { status, state, cause } = result;
  if (status === 'paused') {
    const asks = waitingNodes(state).map(({ id, question }) => `${id} asks: ${question}`);
    return { status, artifacts: new Map(), note: asks.join('; ') };
  }
  const end = ended(workflow, state, artifacts);
  return cause === undefined || end.note !== '' ? end : { ...end, note: cause };
}

function ended(workflow: Indexed, state: RunState, artifacts: ArtifactStore): WorkflowEnd {
  const done = completion(workflow.table, state);
  if (done.exitCode !== 0) return { status: 'failed', artifacts: new Map(), note: done.reasons.join('; ') };
  return {
    status: done.result === 'partial' ? 'partial' : 'completed',
    artifacts: published(workflow, state, artifacts),
  };
}

/** What the nodes of a run have published; of two that wrote the same file, the later one's counts. */
function published(
  workflow: Indexed,
  state: RunState,
  artifacts: ArtifactStore,
): ReadonlyMap<string, () => Promise<Uint8Array>> {
  const found = new Map<string, () => Promise<Uint8Array>>();
  const nodes = [...state.nodes].sort(([, a], [, b]) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1));
  for (const [id, { status, artifacts: paths, round = 1, runs }] of nodes) {
    if (status !== 'passed') continue;
    const version = {
      run: state.run,
      node: workflow.byId.get(id)!.slug,
      round,
      ...(runs !== undefined && { execution: runs }),
    };
    for (const path of paths) {
      found.set(path, async () => {
        const content = await artifacts.read(version, path);
        if (!content) throw new Error(`${path} of the run ${state.run} is not there any more`);
        return content;
      });
    }
  }
  return found;
}

function shown(cwd: string, path: string): string {
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
