import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of the folder, below the one for temporary files, that tests have for theirs. */
export const TESTS = 'stepwright-tests-';

/** Before all tests: whatever they, and the tools that they use, make of temporary files goes into one folder. */
export default function begin(): void {
  process.env['TMPDIR'] = mkdtempSync(join(tmpdir(), TESTS));
}
