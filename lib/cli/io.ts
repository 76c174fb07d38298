import type { Ask } from './ask.ts';
import { exitCode } from './exit-codes.ts';
import type { Palette } from './palette.ts';
import type { Terminal } from './terminal.ts';

/** What the commands know of the world; tests give their own. */
export interface Io {
  /** The project: workflows are looked up in it, and `.workflow` lies in it. */
  readonly cwd: string;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly colours: Palette;
  readonly now: () => Date;
  /** Calls back at Ctrl-C and SIGTERM. Returns what ends that. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Where stdout is a terminal that knows how to move its cursor. */
  readonly terminal?: Terminal;
  /** Where somebody sits at the terminal who can answer. */
  readonly ask?: Ask;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
}

/** One use of a verb. */
export interface Call<Options> {
  readonly io: Io;
  /** Its arguments in order; undefined where one was left out. */
  readonly args: readonly (string | undefined)[];
  readonly options: Options & CommonOptions;
  /** Of a verb that passes options on to another program: those. */
  readonly rest: readonly string[];
}

export interface CommonOptions {
  readonly json?: boolean;
}

/** Does what the verb says, and resolves to the exit code. */
export type Command<Options = object> = (call: Call<Options>) => Promise<number>;

/** What keeps a command from being carried out. */
export interface Refused {
  readonly refused: string;
}

export function isRefused(value: object): value is Refused {
  return 'refused' in value;
}

/** Says why a command is not carried out: as text on stderr, or as a JSON document on stdout. */
export function refuse({ io, options }: Call<object>, { refused }: Refused): number {
  if (options.json) io.stdout(`${JSON.stringify({ error: refused })}\n`);
  else io.stderr(`${io.colours.red('error')} ${refused}\n`);
  return exitCode.usage;
}
