import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonDiagnostic } from '../../lib/diagnostics/print-json.ts';
import type { Ask } from '../../lib/cli/ask.ts';
import type { Io } from '../../lib/cli/io.ts';
import { main } from '../../lib/cli/main.ts';
import { palette } from '../../lib/cli/palette.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

// Runs of tests are never logged in the Notion of whoever runs them.
delete process.env['NOTION_TOKEN'];

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A record, as state.json and `status --json` have it. */
export interface StateJson {
  readonly workflow: string;
  readonly nodes: Readonly<Record<string, NodeJson>>;
  readonly context: Readonly<Record<string, string>>;
  readonly loops: Readonly<Record<string, number>>;
  readonly current: readonly string[];
  readonly result: string;
}

export interface NodeJson {
  readonly status: string;
  readonly note: string;
  readonly artifacts: readonly string[];
  readonly attempt?: number;
  readonly runs?: number;
}

/** What any verb may say with --json; a test reads what is there, and asserts it. */
export interface Document extends StateJson {
  readonly run: string;
  readonly status: string;
  readonly error: string;
  readonly state: StateJson;
  readonly transitions: number;
  readonly warnings: readonly string[];
  readonly runs: Readonly<Record<string, number>>;
  readonly diagnostics: readonly JsonDiagnostic[];
}

/** A temporary folder with some files, and the command line in it. */
export interface Project extends TemporaryFolder {
  write(path: string, content: string): void;
  read(path: string): string;
  /** Runs a command in this process. */
  run(...argv: string[]): Promise<Answer>;
  /** The same with another world around it. */
  runWith(io: Partial<Io>, ...argv: string[]): Promise<Answer>;
  /** Runs a command with --json in this process; `document` is what stdout holds. */
  json(...argv: string[]): Promise<Answer & { readonly document: Document }>;
  /** Starts the command line as a process of its own. */
  spawn(...argv: string[]): RunningCommand;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<Answer>;
  /** Resolves when stdout or stderr holds this text. */
  says(text: string): Promise<void>;
}

export async function project(files: Readonly<Record<string, string>>): Promise<Project> {
  const folder = await temporaryFolder();
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const run = (...argv: string[]) => inProcess(folder.path, argv);
  return {
    ...folder,
    write,
    read: (path) => readFileSync(join(folder.path, path), 'utf8'),
    run,
    runWith: (io, ...argv) => inProcess(folder.path, argv, io),
    async json(...argv) {
      const answer = await run(...argv, '--json');
      return { ...answer, document: JSON.parse(answer.stdout) as Document };
    },
    spawn: (...argv) => asProcess(folder.path, argv),
  };
}

async function inProcess(cwd: string, argv: readonly string[], io: Partial<Io> = {}): Promise<Answer> {
  let stdout = '';
  let stderr = '';
  const code = await main(argv, {
    cwd,
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    colours: palette(false),
    now: () => new Date(),
    onInterrupt: () => () => undefined,
    exit: (exit) => {
      throw new Error(`the command wants to end the process with ${exit}`);
    },
    ...io,
  });
  return { code, stdout, stderr };
}

/** Somebody at the terminal who gives these answers in turn; undefined leaves. */
export function answering(answers: readonly (string | undefined)[]): Ask {
  const left = [...answers];
  const next = (question: string): Promise<string | undefined> => {
    if (left.length === 0) throw new Error(`nobody expected the question: ${question}`);
    return Promise.resolve(left.shift());
  };
  return {
    async text({ message, fallback, check }) {
      const answer = await next(message);
      const given = answer === '' ? (fallback ?? '') : answer;
      const wrong = given === undefined ? undefined : check?.(given);
      if (wrong !== undefined) throw new Error(`${message} ${given!}: ${wrong}`);
      return given;
    },
    confirm: async (message) => {
      const answer = await next(message);
      return answer === undefined ? undefined : answer === 'yes';
    },
    select: next,
  };
}

const entry = join(import.meta.dirname, '../../bin/stepwright.ts');

function asProcess(cwd: string, argv: readonly string[]): RunningCommand {
  const child = spawn(process.execPath, [entry, ...argv], {
    ...{ cwd, stdio: ['ignore', 'pipe', 'pipe'] },
    // What a test has set, too.
    env: process.env,
  });
  let stdout = '';
  let stderr = '';
  const listeners = new Set<() => void>();
  const hear = () => listeners.forEach((listener) => listener());
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    hear();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    hear();
  });
  const ended = new Promise<Answer>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? -1 : 0), stdout, stderr }));
  });
  return {
    child,
    ended,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!stdout.includes(text) && !stderr.includes(text)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
        void ended.then(() => reject(new Error(`the command ended without saying ${text}:\n${stdout}${stderr}`)));
      }),
  };
}
