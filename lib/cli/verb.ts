import type { Command } from './io.ts';

/** A verb as the command line knows it: everything but what it does, which is loaded when it is used. */
export interface Verb {
  readonly name: string;
  /** Such as `[workflow]` or `<node> [workflow]`. */
  readonly args: string;
  readonly summary: string;
  readonly options: readonly VerbOption[];
  readonly examples: readonly string[];
  readonly load: () => Promise<Command<never>>;
  /** Whether options that it does not know are another program's. */
  readonly passesOn?: boolean;
}

/** The flags, such as `--mock [file]`, and what they do. */
export interface VerbOption {
  readonly flags: string;
  readonly text: string;
  /** `count` is a whole number from 1 on, `list` may be given several times. */
  readonly kind?: 'count' | 'list';
  readonly choices?: readonly string[];
  readonly default?: string;
}
