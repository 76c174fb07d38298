import type { NodeEvent } from './visitor.ts';

/** A node's event as the machine puts it into the environment of a container, where a function gets a payload. */
export function eventIn(environment: Readonly<Record<string, string | undefined>>): NodeEvent & { token: string } {
  const text = (name: string): string => {
    const value = environment[name];
    if (value === undefined || value === '') throw new Error(`the container has no environment variable ${name}`);
    return value;
  };
  return {
    node: text('STEPWRIGHT_NODE'),
    run: text('STEPWRIGHT_RUN'),
    epoch: text('STEPWRIGHT_EPOCH'),
    apply: JSON.parse(text('STEPWRIGHT_APPLY')) as NodeEvent['apply'],
    token: text('STEPWRIGHT_TOKEN'),
  };
}

/** The names of those variables; a program that does the work of a node has no business with the machine's. */
export const EVENT_VARIABLES = ['NODE', 'RUN', 'EPOCH', 'APPLY', 'TOKEN'].map((name) => `STEPWRIGHT_${name}`);
