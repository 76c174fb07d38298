import type { NodeEntry } from '../ir/table.ts';
import type { View } from './view.ts';
import { currentRecord, seenAs } from './view.ts';

const REFERENCE = /\{\{context\.([a-zA-Z0-9_]+)\}\}/g;

/** Context values by key for one node (semantics: predicates, steps dialect). */
export function contextOf(view: View, node: NodeEntry): Map<string, string> {
  const context = new Map(inputTexts(view.input));
  for (const { key, node: from, value } of node.context) {
    const text =
      value === 'output' ? outputOf(view, from) : value === 'status' ? statusOf(view, from) : labelOf(view, from);
    if (text !== undefined) context.set(key, text);
  }
  const { table } = view.workflow;
  context.set('workflow_name', table.name);
  context.set('workflow_version', table.version);
  context.set('run_id', view.header.run);
  context.set('run_timestamp', view.header.started);
  return context;
}

/**
 * The run's input as texts: the whole under `input`, and each field of a JSON object. Numbers and true become their
 * JSON text, false and null are absent, objects and arrays become JSON text.
 */
export function inputTexts(input: unknown): [string, string][] {
  if (input === undefined || input === null) return [];
  const whole: [string, string] = ['input', typeof input === 'string' ? input : JSON.stringify(input)];
  if (typeof input !== 'object' || Array.isArray(input)) return [whole];
  const fields = Object.entries(input).flatMap(([key, value]): [string, string][] => {
    if (value === false || value === null || value === undefined) return [];
    return [[key, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
  return [whole, ...fields];
}

function outputOf(view: View, id: string): string | undefined {
  return currentRecord(view, view.workflow.byId.get(id)!)?.output;
}

function statusOf(view: View, id: string): string | undefined {
  const seen = seenAs(view, id);
  return seen.kind === 'passed-over' ? 'skipped' : seen.kind === 'pending' ? undefined : seen.record.status;
}

function labelOf(view: View, id: string): string | undefined {
  const seen = seenAs(view, id);
  return seen.kind === 'ended' || seen.kind === 'asked' ? seen.record.label : undefined;
}

/**
 * Arguments with `{{context.key}}` in their text replaced, once: replaced text is not scanned again. Unknown keys stay
 * as they are and are returned, for a warning in the note. Only the steps dialect has references.
 */
export function substitute(
  view: View,
  node: NodeEntry,
  context: ReadonlyMap<string, string>,
): { args: Record<string, unknown>; unknown: string[] } {
  const args = Object.create(null) as Record<string, unknown>;
  const unknown = new Set<string>();
  for (const [key, value] of node.args) {
    args[key] =
      typeof value !== 'string' || view.workflow.table.dialect === 'graph'
        ? value
        : value.replace(REFERENCE, (reference, name: string) => {
            const text = context.get(name);
            if (text === undefined) unknown.add(name);
            return text ?? reference;
          });
  }
  return { args, unknown: [...unknown] };
}

/** The longest output that is kept, in characters (code points). */
const OUTPUT_LIMIT = 500;

/** Trims a captured output; over 500 characters it is cut to 497 and `...`. A cut never splits a character. */
export function captured(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= OUTPUT_LIMIT) return trimmed;
  const characters = Array.from(trimmed);
  return characters.length <= OUTPUT_LIMIT ? trimmed : `${characters.slice(0, OUTPUT_LIMIT - 3).join('')}...`;
}
