import * as z from 'zod/mini';

/** Another workflow, which is started and waited for. */
export const workflowFields = {
  /** Its name, or its file from the project's folder. */
  workflow: z.string().check(
    z.minLength(1),
    z.refine((name) => !/^(?:[/\\]|[A-Za-z]:)/.test(name) && !name.split(/[/\\]/).includes('..'), {
      error: 'a workflow is one of this project: its name, or a path within the folder',
    }),
  ),
  /** Its input, as the body of a request; by default the node's arguments, else the run's input. */
  input: z.optional(z.unknown()),
};
