import { notionToken } from '../local/notion-token.ts';
import type { Indexed } from '../node/view.ts';
import type { NotionLog } from '../notion/log.ts';
import type { StateStore } from '../store/state-store.ts';
import type { Io } from './io.ts';
import type { OutputFormat } from './output-format.ts';

/** The run's line in the log in Notion. Nothing that goes wrong with it is worth a run: nothing here throws. */
export interface RunInNotion {
  /** Context of the workflow's last run that Notion knows of. */
  lastContext(): Promise<ReadonlyMap<string, string> | undefined>;
  /** Writes how the run stands, while it goes on; the first call counts. */
  begun(): void;
  /** Writes how the run has ended, or that it waits; tells whether Notion has it. */
  ended(): Promise<boolean>;
  /** What went wrong, in words for people. */
  readonly warnings: readonly string[];
}

export interface LoggedRun {
  readonly run: string;
  readonly workflow: Indexed;
  /** Path of the workflow's file. */
  readonly file: string;
  readonly state: StateStore;
  /** Whether Notion knows the run already: then it is told how that goes on. */
  readonly known: boolean;
  /** What `--output` says. */
  readonly given?: OutputFormat | undefined;
  /** What the workflow says. */
  readonly declared?: OutputFormat | undefined;
  readonly scripted: boolean;
  /** What `--client` says. */
  readonly client?: string | undefined;
}

/** Milliseconds that a run waits for Notion, at its end or where it begins with the context of another one. */
const PATIENCE = 20_000;

/**
 * Prepares to log a run. It is logged where its output is wanted in Notion, and else where a token is at hand, unless
 * the output is wanted here alone. Outcomes that are scripted are logged where the command says so, and not otherwise.
 */
export async function logInNotion(
  { cwd, now }: Pick<Io, 'cwd' | 'now'>,
  logged: LoggedRun,
  patience: number = PATIENCE,
): Promise<RunInNotion> {
  const { given, declared, known, scripted } = logged;
  const wanted = given ?? declared;
  const demanded = known ? given !== 'chat' : wanted !== undefined && wanted !== 'chat';
  if (scripted && given === undefined && !known)
    return notLogged(demanded ? [unwritten('its outcomes are scripted')] : []);
  const found = await notionToken(cwd, logged.file);
  if ('why' in found) return notLogged(demanded ? [unwritten(found.why)] : []);
  return withToken(found.token, { ...logged, now, patience, writes: demanded || wanted === undefined });
}

function unwritten(why: string): string {
  return `results are shown here, not in Notion: ${why}`;
}

function notLogged(warnings: readonly string[]): RunInNotion {
  return {
    lastContext: () => Promise.resolve(undefined),
    begun: () => undefined,
    ended: () => Promise.resolve(false),
    warnings,
  };
}

interface Writing extends LoggedRun {
  readonly now: () => Date;
  readonly patience: number;
  readonly writes: boolean;
}

function withToken(token: string, { run, workflow, state, client, now, patience, writes }: Writing): RunInNotion {
  const warnings: string[] = [];
  const giveUp = new AbortController();
  const warn = (text: string) => {
    if (!giveUp.signal.aborted && !warnings.includes(text)) warnings.push(text);
  };
  const failed = (error: unknown) => warn(`this run is not logged in Notion: ${(error as Error).message}`);
  let log: Promise<NotionLog> | undefined;
  const opened = () => (log ??= openLog(token, giveUp.signal, warn));

  const write = async (): Promise<boolean> => {
    const { logRun } = await import('../notion/log-run.ts');
    const about = { workflow, state, now, ...(client !== undefined && { client }) };
    return (await logRun(run, { ...about, log: await opened(), alone: true })) === 'logged';
  };
  let begun = false;
  // One write after the other: the end comes last.
  let last: Promise<boolean> = Promise.resolve(false);
  const next = () => (last = last.then(write).catch((error: unknown) => (failed(error), false)));

  const inTime = async <T>(work: Promise<T>): Promise<T | undefined> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        failed(new Error(`no answer within ${patience / 1000} seconds`));
        giveUp.abort();
        resolve(undefined);
      }, patience);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  };

  return {
    lastContext: () =>
      inTime(
        opened()
          .then((notion) => notion.lastContext(workflow.table.name))
          .catch((error: unknown) => (failed(error), undefined)),
      ),
    begun: () => {
      if (writes && !begun) void next();
      begun = true;
    },
    ended: async () => (writes && (await inTime(next()))) ?? false,
    warnings,
  };
}

async function openLog(token: string, signal: AbortSignal, onWarning: (text: string) => void): Promise<NotionLog> {
  const [{ notionClient }, { notionLog }] = await Promise.all([
    import('../notion/client.ts'),
    import('../notion/log.ts'),
  ]);
  const baseUrl = process.env['NOTION_BASE_URL'];
  const client = notionClient({ token, signal, ...(baseUrl !== undefined && { baseUrl }) });
  return notionLog({ client, onWarning });
}
