/**
 * Whether a text can be the id of a run: 1 to 80 of `A-Za-z0-9._-`, no dot at the front. Ids become folder names and
 * parts of keys, so a store treats any other text as a run that does not exist.
 */
export function isRunId(text: string): boolean {
  return /^(?!\.)[A-Za-z0-9._-]{1,80}$/.test(text);
}

/** Where a store keeps what is of no single run, such as the claims of starts. No run can be called so. */
export const STARTS = '#starts';

/** Whether items can be kept under this name: that of a run, or `STARTS`. */
export function isPartition(text: string): boolean {
  return text === STARTS || isRunId(text);
}

export function requirePartition(text: string): void {
  if (text !== STARTS) requireRunId(text);
}

/** For writing: an id that is none here is a mistake of the program, not of the user. */
export function requireRunId(run: string): void {
  if (!isRunId(run)) throw new Error(`not the id of a run: ${JSON.stringify(run)}`);
}
