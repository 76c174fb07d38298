import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const script = path.resolve(import.meta.dirname, '../../scripts/count-tests.ts');

/** Runs the script on files with these summaries: what it printed and its exit code. */
function count(...summaries: [passed: number, failed: number, broken: number][]): [string, number | null] {
  const folder = mkdtempSync(path.join(tmpdir(), 'stepwright-count-'));
  try {
    const files = summaries.map(([numPassedTests, numFailedTests, numRuntimeErrorTestSuites], index) => {
      const file = path.join(folder, `${index}.json`);
      writeFileSync(file, JSON.stringify({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites }));
      return file;
    });
    const { stdout, status } = spawnSync(process.execPath, [script, ...files], { encoding: 'utf8' });
    return [stdout, status];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('count-tests', () => {
  it('adds the summaries up', () => {
    expect(count([12, 0, 0], [3, 0, 0])).toEqual(['15 passed, 0 failed\n', 0]);
  });

  it('fails when a test failed', () => {
    expect(count([12, 1, 0], [3, 0, 0])).toEqual(['15 passed, 1 failed\n', 1]);
  });

  it('counts a test file that did not load as failed', () => {
    expect(count([12, 0, 1])).toEqual(['12 passed, 1 failed\n', 1]);
  });

  it('fails when nothing ran', () => {
    expect(count()).toEqual(['0 passed, 0 failed\n', 1]);
  });
});
