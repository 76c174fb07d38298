import type { ContainerOverride, TaskState, Template } from './definition.ts';

/** The variable of a container's environment that holds a field of what a function would get as its payload. */
export function variableOf(field: string): string {
  return `STEPWRIGHT_${field.toUpperCase()}`;
}

/** What a Task hands to a function or a container under this name, as the definition writes it; undefined if nothing. */
export function argumentOf(task: TaskState, field: string): Template | undefined {
  const { Arguments } = task;
  if ('Payload' in Arguments) return (Arguments.Payload as Readonly<Record<string, Template>>)[field];
  const [container] = Arguments.Overrides.ContainerOverrides as readonly [ContainerOverride];
  return container.Environment.find(({ Name }) => Name === variableOf(field))?.Value;
}
