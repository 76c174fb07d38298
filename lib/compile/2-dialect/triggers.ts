import type { EventTrigger, Triggers } from '../../ir/graph.ts';
import type { Text } from '../../ir/position.ts';
import type { Source, SourceMap } from '../../ir/source.ts';
import { entryOf } from '../../ir/source.ts';
import { dataOf, flagOf, mapsOf } from './read.ts';
import { EVENT_FIELDS } from './triggers-schema.ts';

/** What else starts runs; what is ill-typed has been told and is left out. */
export function lowerTriggers(root: SourceMap): Triggers | undefined {
  const map = entryOf(root, 'triggers')?.value;
  if (map?.kind !== 'map') return undefined;
  return {
    http: flagOf(map, 'http') ?? false,
    events: mapsOf(map, 'events').map(([event]) => lowerEvent(event)),
  };
}

function lowerEvent(event: SourceMap): EventTrigger {
  const fields = EVENT_FIELDS.flatMap((field) => {
    const value = entryOf(event, field)?.value;
    return value?.kind === 'list' ? [[field, value.items.map(valueOf)] as const] : [];
  });
  const detail = entryOf(event, 'detail')?.value;
  const input = entryOf(event, 'input')?.value;
  return {
    pattern: { ...Object.fromEntries(fields), ...(detail?.kind === 'map' && { detail: dataOf(detail) }) },
    ...(input?.kind === 'map' && { input: new Map(input.entries.flatMap(pathOf)) }),
    at: event.at,
  };
}

/** Texts as they are written: an account is digits, and no number. */
function valueOf(source: Source): unknown {
  return source.kind === 'scalar' ? source.text : dataOf(source);
}

function pathOf({ key, value }: SourceMap['entries'][number]): [string, Text][] {
  return value.kind === 'scalar' ? [[key, { text: value.text.trim(), at: value.at }]] : [];
}
