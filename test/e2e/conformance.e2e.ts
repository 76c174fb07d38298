import { join } from 'node:path';
import fc from 'fast-check';
import { scriptOf } from '../reference/fuzz.ts';
import { anyWorkflow } from '../reference/generate.ts';
import { yamlOf } from '../reference/generated.ts';
import { repository } from './command-line.ts';
import type { Emulator } from './emulator.ts';
import { startEmulator } from './emulator.ts';
import { inParallel } from './in-parallel.ts';
import type { Case } from './machines-cases.ts';
import { isFitForCloud, languageCases, sampleCases, unlike } from './machines-cases.ts';
import { compareInCloud } from './machines-compare.ts';
import type { Machines } from './machines.ts';
import { makeMachines } from './machines.ts';

let emulator: Emulator;
let machines: Machines;

beforeAll(async () => {
  emulator = await startEmulator();
  machines = await makeMachines(emulator);
}, 120_000);

afterAll(() => emulator.stop());

const samples = [...sampleCases(join(repository, 'test/run/samples'))];
const referenceSamples = [...sampleCases(join(repository, 'test/reference/samples'))];
const generated = fc
  .sample(anyWorkflow, { numRuns: 30, seed: 1 })
  .map((one, i): Case => ({ name: `the generated workflow ${i + 1}`, yaml: yamlOf(one), script: scriptOf(one), input: one.input }));
/** A folder with the cases that any implementation of the language must pass. */
const language = process.env['CONFORMANCE_DIR'];

describe.each([
  ['what runs as expected here', samples],
  ['samples of the rules', referenceSamples],
  ['generated workflows', generated],
  ...(language === undefined ? [] : [['cases of the language', languageCases(language)] as const]),
])('%s', (_, all) => {
  const cases = all.filter(isFitForCloud);
  const found = new Map<string, readonly string[]>();

  beforeAll(async () => {
    const start = Date.now();
    await inParallel(cases, async (one) => {
      found.set(one.name, await differencesOf(one));
    });
    console.log(cases.length, all.length, Date.now() - start);
  }, 240_000);

  it.each(cases.map(({ name }) => name))('%s', (name) => {
    expect(found.get(name)).toEqual([]);
  });
});

async function differencesOf(one: Case): Promise<readonly string[]> {
  try {
    const compared = await compareInCloud(machines, one);
    return [...compared.found, ...unlike(one, compared)];
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}
