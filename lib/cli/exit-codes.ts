/** How the command line ends. */
export const exitCode = {
  done: 0,
  /** The workflow failed, is blocked, or is invalid. */
  failed: 1,
  /** Wrong usage, an unreadable file, or a refusal. */
  usage: 2,
  /** The run is paused for a person. */
  paused: 3,
  /** Ended by Ctrl-C or SIGTERM; the state is saved. */
  interrupted: 130,
} as const;
