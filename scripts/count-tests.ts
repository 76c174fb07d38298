/** Adds up the JSON summaries that Jest wrote to the files named as arguments, and prints `N passed, N failed`. */
import { readFileSync } from 'node:fs';

interface Summary {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Test files that could not even be loaded. */
  readonly numRuntimeErrorTestSuites: number;
}

let passed = 0;
let failed = 0;
for (const file of process.argv.slice(2)) {
  const summary = JSON.parse(readFileSync(file, 'utf8')) as Summary;
  passed += summary.numPassedTests;
  failed += summary.numFailedTests + summary.numRuntimeErrorTestSuites;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
