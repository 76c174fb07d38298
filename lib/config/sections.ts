import type * as z from 'zod';
import { agent } from './sections/agent.ts';
import { mcp } from './sections/mcp.ts';
import { models } from './sections/models.ts';
import { notion } from './sections/notion.ts';
import { secrets } from './sections/secrets.ts';
import { skills } from './sections/skills.ts';
import { stages } from './sections/stages.ts';

/** What a project file may hold, a section a file. Objects in a section are strict: an unknown key is warned of. */
export const sections = { agent, mcp, models, notion, secrets, skills, stages };

/** The sections that are there and right; one with an error in it is left out, and the error told. */
export type Config = { readonly [Name in keyof typeof sections]?: z.output<(typeof sections)[Name]> };
