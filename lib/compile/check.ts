import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { hasErrors, sortDiagnostics } from '../diagnostics/sort.ts';
import type { Dialect, Graph } from '../ir/graph.ts';
import { parse } from './1-parse/index.ts';
import { lower } from './2-dialect/index.ts';
import type { Environment } from './3-validate/index.ts';
import { validate } from './3-validate/index.ts';

export type { Environment };

export interface Checked {
  /** Present when there is no error. */
  readonly graph?: Graph;
  /** Absent when the file is of neither dialect, or cannot be read so far. */
  readonly dialect?: Dialect;
  /** Everything found, in the order of the file. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and validates a workflow file: text or bytes as they stand on the disk. */
export function check(source: string | Uint8Array, environment: Environment = {}): Checked {
  const parsed = parse(source);
  const lowered = parsed.value && lower(parsed.value);
  const graph = lowered?.value;
  const diagnostics = sortDiagnostics([
    ...parsed.diagnostics,
    ...(lowered?.diagnostics ?? []),
    ...(graph ? validate(graph, environment) : []),
  ]);
  return {
    ...(graph && !hasErrors(diagnostics) && { graph }),
    ...(graph && { dialect: graph.dialect }),
    diagnostics,
  };
}
