import * as z from 'zod/mini';

/** Another workflow, which is started and waited for. */
export const workflowFields = {
  /** Its name, or its file from the project's folder. */
  workflow: z.string(),
};
