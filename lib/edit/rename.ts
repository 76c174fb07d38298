import { isMap } from 'yaml';
import { applyEdit, dataOf } from './agrees.ts';
import type { Edited } from './edited.ts';
import { REFUSED } from './edited.ts';
import { openFile, pairOf } from './open.ts';
import type { Fields } from './set-fields.ts';
import { setFields } from './set-fields.ts';

/** Gives a workflow of either dialect another name, and, where one is given, another description. */
export function rename(text: string, name: string, description?: string): Edited {
  const file = openFile(text);
  if ('kind' in file) return file;
  const fields: Fields = [
    ['name', name],
    ...(description === undefined ? [] : [['description', description] as const]),
  ];
  const data = dataOf(file);
  if (!pairOf(file.root, 'steps')) {
    return applyEdit(file, setFields(file, file.root, fields), { ...data, ...Object.fromEntries(fields) });
  }
  const workflow = pairOf(file.root, 'workflow')?.value;
  if (!isMap(workflow)) return REFUSED('`workflow` is not a map');
  const before = data['workflow'] as object;
  return applyEdit(file, setFields(file, workflow, fields), {
    ...data,
    workflow: { ...before, ...Object.fromEntries(fields) },
  });
}
