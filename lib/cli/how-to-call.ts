import { STACK_PREFIX } from '../stack/stack-name.ts';

/** The option that a command which is about a stack with this prefix needs; none for the usual prefix. */
export function prefixFlag(prefix: string): string {
  return prefix === STACK_PREFIX ? '' : ` --stack-prefix ${prefix}`;
}

/** The argument that a command which is about the workflow in this file needs; none for `workflow.yaml`. */
export function fileArgument(file: string): string {
  return file === 'workflow.yaml' ? '' : ` ${quoted(file)}`;
}

/** A text as one word of a shell's command. */
export function quoted(text: string): string {
  return /^[A-Za-z0-9._/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
