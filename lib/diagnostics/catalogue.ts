import { fields } from './catalogue/fields.ts';
import { graphRules } from './catalogue/graph.ts';
import { scheduleRules } from './catalogue/schedule.ts';
import { startRules } from './catalogue/starts.ts';
import { stepsRules } from './catalogue/steps.ts';
import { syntax } from './catalogue/syntax.ts';

/** Everything that is said about a workflow file, by name. */
export const catalogue = { ...syntax, ...fields, ...graphRules, ...stepsRules, ...scheduleRules, ...startRules };

export type EntryName = keyof typeof catalogue;
export type ParamsOf<N extends EntryName> = Parameters<(typeof catalogue)[N]['message']>[0];
