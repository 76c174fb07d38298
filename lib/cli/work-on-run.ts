import { asHeader, asItem } from '../node/view.ts';
import { changedNodes } from '../node/changed-nodes.ts';
import { workflowItem } from '../node/start-run.ts';
import { HEADER, WORKFLOW } from '../node/record.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { list } from '../diagnostics/show.ts';
import { LOGGED } from '../notion/log-run.ts';
import { onceBegun } from '../local/claim.ts';
import type { RunOptions } from '../local/execute-run.ts';
import { executeRun, nodeDeps } from '../local/execute-run.ts';
import type { LocalResult } from '../local/machine.ts';
import type { RecordedRun } from '../local/records.ts';
import { isPaused, isUnfinished, readRun } from '../local/records.ts';
import type { Session } from '../local/session.ts';
import { openSession } from '../local/session.ts';
import type { StartAt } from '../node/start-at.ts';
import { recordStart } from '../local/start-at.ts';
import type { NodeDeps } from '../node/deps.ts';
import { exitOf } from './exit-codes.ts';
import { contextFromNotion } from './context-from-notion.ts';
import type { Call, Io, Refused } from './io.ts';
import { isRefused, refuse } from './io.ts';
import { interruptible } from './interruptible.ts';
import type { RunInNotion } from './log-in-notion.ts';
import { logInNotion } from './log-in-notion.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { SkillOptions } from './run-options.ts';
import { optionsAgain } from './run-options.ts';
import { showsHere } from './output-format.ts';
import { printResult, resultJson } from './print-result.ts';
import { progress } from './progress.ts';
import { sayFinished } from './say-finished.ts';

/** What is to be done with one run. */
export interface Work {
  readonly prepared: PreparedRun;
  readonly run: string;
  /** Whether the run has a record already. */
  readonly goesOn: boolean;
  /** The input of a new run. */
  readonly input?: unknown;
  /** The node that a new run starts at, where that is not the beginning. */
  readonly from?: StartAt;
  /** Whether the log in Notion is asked for the context, where that run starts at a step and no record has it. */
  readonly asksNotion?: boolean;
  /** Done before the run goes on; what it returns, if anything, is the result. */
  readonly before?: (deps: NodeDeps) => Promise<LocalResult | Refused | undefined>;
  /** Whether it only pauses for an answer, so that what has failed in it is not run again, as a resume would. */
  readonly answers?: boolean;
  /** Called when others find the run by its record and its lock. */
  readonly begun?: () => void;
  /** Says that the run has been finished by somebody else in the meantime. */
  readonly finished?: (recorded: RecordedRun) => number;
}

/** Works on a run until it ends, pauses or is cancelled; shows progress and result. Resolves to the exit code. */
export function workOnRun(call: Call<SkillOptions>, work: Work): Promise<number> {
  return interruptible(call.io, (cancel) => openAndWork(call, work, cancel));
}

async function openAndWork(call: Call<SkillOptions>, work: Work, cancel: AbortSignal): Promise<number> {
  const { io, options } = call;
  const { prepared, run } = work;
  const misfit = work.goesOn ? undefined : scriptMisfit(prepared);
  if (misfit) return refuse(call, misfit);
  const opened = await openSession({
    root: io.cwd,
    run,
    workflow: prepared.workflow,
    file: prepared.file.file,
    scripted: prepared.script !== undefined,
    ...(options.state !== undefined && { stateFile: options.state }),
    now: io.now,
    onWarning: (text) => warn(io, text),
  });
  if (opened.kind === 'owned') {
    const { pid, since } = opened.holder;
    return refuse(call, { refused: `the run ${run} is being worked on by process ${pid}, since ${since}` });
  }
  if (opened.kind === 'unwritable') return refuse(call, { refused: `the record cannot be written: ${opened.why}` });
  if (work.goesOn) work.begun?.();
  const session = work.begun
    ? { ...opened.session, state: onceBegun(opened.session.state, work.begun) }
    : opened.session;
  try {
    return await workIn(call, work, session, cancel);
  } finally {
    await session.close();
  }
}

async function workIn(call: Call<SkillOptions>, work: Work, session: Session, cancel: AbortSignal): Promise<number> {
  const { io, options } = call;
  const { prepared, run } = work;
  // What was read of the run before its lock was taken may be out of date.
  const recorded = work.goesOn ? await readRun(io.cwd, run) : undefined;
  if (recorded && !isUnfinished(recorded)) return work.finished?.(recorded) ?? sayFinished(call, recorded);
  const refused = work.goesOn ? await takeUp(session, prepared, options.force ?? false) : undefined;
  if (refused) return refuse(call, refused);
  await session.keepOrigin(prepared.script);
  const notion = await logInNotion(io, {
    ...{ run, workflow: prepared.workflow, file: prepared.file.path, state: session.state },
    known: recorded?.items.has(LOGGED) ?? false,
    ...{ given: options.output, declared: prepared.outputFormat, client: options.client },
    scripted: prepared.script !== undefined,
  });
  if (work.from) {
    const from = work.asksNotion ? await contextFromNotion(io, work.from, prepared.workflow, notion) : work.from;
    const begun = { input: work.input, now: io.now(), ...(options.triggeredBy && { trigger: options.triggeredBy }) };
    await recordStart(io.cwd, session, prepared.workflow, from, begun);
  }
  const logged = { ...session, state: onceBegun(session.state, () => notion.begun()) };
  // What was forced may be other work than what has failed.
  const unpaused = work.answers && !options.force && recorded !== undefined && isPaused(recorded.state);
  return carryOut(call, { ...work, ...(unpaused && { unpaused }) }, logged, notion, cancel);
}

function scriptMisfit({ scriptProblems }: PreparedRun): Refused | undefined {
  if (scriptProblems.length === 0) return undefined;
  return { refused: `the script does not fit the workflow: ${scriptProblems.join('; ')}` };
}

/** A changed workflow is refused unless it is forced: then the record goes by id. */
async function takeUp(session: Session, prepared: PreparedRun, force: boolean): Promise<Refused | undefined> {
  const { run, state } = session;
  const items = await state.readAll(run);
  const { table } = prepared.workflow;
  const header = items.get(HEADER)!;
  const recorded = asHeader(header.value);
  if (recorded.workflow !== table.name) {
    return { refused: `the run ${run} is one of the workflow ${recorded.workflow}, not of ${table.name}` };
  }
  const changed = changedNodes(items, table);
  // That the workflow has changed may be why the script does not fit, and is said first.
  if (changed.length === 0) return scriptMisfit(prepared);
  if (!force) {
    return {
      refused: `the workflow has changed since the run ${run} began: ${list(changed)}; --force goes on with it, stepwright run --fresh starts anew`,
    };
  }
  const misfit = scriptMisfit(prepared);
  if (misfit) return misfit;
  await state.write(run, WORKFLOW, asItem(workflowItem(prepared)), items.get(WORKFLOW)?.rev ?? 0);
  await state.write(run, HEADER, asItem({ ...recorded, version: table.version }), header.rev);
  return undefined;
}

async function carryOut(
  call: Call<SkillOptions>,
  work: Work & Pick<RunOptions, 'unpaused'>,
  session: Session,
  notion: RunInNotion,
  cancel: AbortSignal,
): Promise<number> {
  const { io, options } = call;
  const { prepared } = work;
  const { workflow, asl, runSkill, question, script } = prepared;
  const { table } = workflow;
  const began = io.now();
  const say = options.json ? io.stderr : io.stdout;
  say(`Workflow: ${table.name} v${table.version}\n`);
  say(
    io.colours.dim(
      `${work.goesOn ? 'Going on with run' : 'Run'} ${session.run}${script ? ', with scripted outcomes' : ''}\n`,
    ),
  );
  for (const warning of prepared.warnings) warn(io, warningText(warning));
  const shown = progress(table, say, io.colours, options.json ? undefined : io.terminal);
  const run: RunOptions = {
    session,
    workflow,
    asl,
    runSkill,
    ...(question && { question }),
    ...(work.input !== undefined && { input: work.input }),
    ...(options.triggeredBy && { trigger: options.triggeredBy }),
    ...(work.unpaused && { unpaused: true }),
    ...(options.maxConcurrency !== undefined && { maxConcurrency: options.maxConcurrency }),
    waitBeforeRetry: !script,
    cancel,
    now: io.now,
    onProgress: (event) => shown.show(event),
    onPrinted(line, stream) {
      shown.makeRoom();
      (stream === 'stderr' ? io.stderr : say)(`${line}\n`);
    },
  };
  const result = await begin(work, run).catch((error: unknown) => {
    shown.stop();
    throw error;
  });
  if (isRefused(result)) return refuse(call, result);
  shown.finish(result.state);
  const ended = io.now();
  const logged = await notion.ended();
  for (const text of notion.warnings) warn(io, text);
  if (options.json)
    io.stdout(resultJson(result, [...prepared.warnings.map(warningText), ...session.warnings, ...notion.warnings]));
  else {
    const seconds = (ended.getTime() - began.getTime()) / 1000;
    const outputs = showsHere(options.output, prepared.outputFormat, logged);
    const again = optionsAgain(options);
    printResult(io, table, result, { seconds, kept: session.kept, file: prepared.file.file, again, outputs });
  }
  return exitOf(result);
}

async function begin(work: Work, run: RunOptions): Promise<LocalResult | Refused> {
  const result = await work.before?.(nodeDeps(run));
  return result ?? executeRun(run);
}

function warn(io: Io, text: string): void {
  io.stderr(`${io.colours.yellow('warning')} ${text}\n`);
}

/** `V015 7:15 …`: a warning in one line. */
function warningText({ code, message, at }: Diagnostic): string {
  return `${code} ${at.line}:${at.column} ${message}`;
}
