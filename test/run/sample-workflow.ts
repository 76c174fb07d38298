import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The workflow of one of the samples. */
export function sampleWorkflow(name: string): string {
  return readFileSync(path.join(import.meta.dirname, 'samples', name, 'workflow.yaml'), 'utf8');
}
