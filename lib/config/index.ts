import { readFileSync } from 'node:fs';
import type { ParsedConfig } from './parse.ts';
import { parseConfig } from './parse.ts';
import { findConfig } from './find.ts';

export interface LoadedConfig extends ParsedConfig {
  /** The path and the text of the project file; absent where there is none, and then there is nothing in `config`. */
  readonly file?: string;
  readonly text?: string;
}

/** Reads the project file `stepwright.yaml` that lies in a folder, or in the nearest folder above that has one. */
export function loadConfig(startFolder: string): LoadedConfig {
  const file = findConfig(startFolder);
  if (file === undefined) return { config: {}, diagnostics: [] };
  const text = readFileSync(file, 'utf8');
  return { ...parseConfig(text), file, text };
}
