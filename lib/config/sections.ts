import type { z } from 'zod';
import { mcp } from './sections/mcp.ts';
import { models } from './sections/models.ts';
import { skills } from './sections/skills.ts';
import { stages } from './sections/stages.ts';

/** What a project file may hold, a section a file. Objects in a section are strict: an unknown key is warned of. */
export const sections = { mcp, models, skills, stages };

/** The sections that are there and right; one with an error in it is left out, and the error told. */
export type Config = { readonly [Name in keyof typeof sections]?: z.output<(typeof sections)[Name]> };
