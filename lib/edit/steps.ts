import { isMap, isScalar, isSeq } from 'yaml';
import type { Node, YAMLMap, YAMLSeq } from 'yaml';
import { REFUSED } from './edited.ts';
import type { Edited } from './edited.ts';
import type { OpenFile } from './open.ts';
import { openFile, pairOf } from './open.ts';

/** A workflow of the steps dialect, open for editing. */
export interface OpenSteps {
  readonly file: OpenFile;
  readonly list: YAMLSeq;
  /** In file order. */
  readonly steps: readonly { readonly id: string; readonly map: YAMLMap }[];
}

/** Opens a file of the steps dialect; refuses others, and steps that are not maps with an id. */
export function openSteps(text: string): OpenSteps | Extract<Edited, { kind: 'refused' }> {
  const file = openFile(text);
  if ('kind' in file) return file;
  const list = pairOf(file.root, 'steps')?.value;
  if (!list) return REFUSED('only workflows of the steps dialect are edited step by step; this one has no `steps`');
  if (!isSeq(list)) return REFUSED('`steps` is not a list');
  const steps = (list.items as Node[]).map((item) => {
    const id = isMap(item) ? pairOf(item, 'id')?.value : undefined;
    return isMap(item) && isScalar(id) ? { id: idText(id.source, id.value), map: item } : undefined;
  });
  if (!steps.every((step) => step !== undefined))
    return REFUSED('a step is written in another way than as a map with an `id`');
  return { file, list, steps };
}

/** Ids are the text as written: `id: 007` is "007". */
export function idText(source: string | undefined, value: unknown): string {
  return (typeof value === 'string' ? value : (source ?? String(value))).normalize('NFC');
}
