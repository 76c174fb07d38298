import { lower } from './2-dialect/index.ts';
import { parse } from './1-parse/index.ts';

/** The name in a workflow's file, whatever else is wrong with that; undefined where there is none. */
export function workflowName(source: string | Uint8Array): string | undefined {
  const { value } = parse(source);
  const name = value && lower(value).value?.name.text;
  return name === '' ? undefined : name;
}
