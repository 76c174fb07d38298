import * as z from 'zod';
import { manifestSchema } from '../../skills/manifest/schema.ts';

/** Where skills are found, and what the project says of skills of a catalogue that are used as they are. */
export const skills = z.strictObject({
  /** Folders of skills, seen from the project file; `skills/` beside the workflow goes before them. */
  dirs: z.array(z.string().min(1)).optional(),
  /** The name of a skill → its manifest, in place of what its folder says. */
  use: z.record(z.string(), manifestSchema).optional(),
});
