import { anyWorkflow } from '../reference/generate.ts';
import type { Emulator } from './emulator.ts';
import { startEmulator } from './emulator.ts';
import { inParallel } from './in-parallel.ts';
import type { Case } from './machines-cases.ts';
import { generatedCases, isFitForCloud, languageCases, referenceSamples, runSamples } from './machines-cases.ts';
import { differencesInCloud } from './machines-compare.ts';
import type { Machines } from './machines.ts';
import { makeMachines } from './machines.ts';

let emulator: Emulator;
let machines: Machines;

beforeAll(async () => {
  emulator = await startEmulator();
  machines = await makeMachines(emulator);
}, 120_000);

afterAll(() => emulator.stop());

/** A folder with cases that any implementation of the language must pass. */
const language = process.env['CONFORMANCE_DIR'];

interface Group {
  readonly name: string;
  readonly cases: readonly Case[];
}

const groups: Group[] = [
  { name: 'samples of runs', cases: runSamples().filter(isFitForCloud) },
  { name: 'samples of the rules', cases: referenceSamples().filter(isFitForCloud) },
  { name: 'generated workflows', cases: generatedCases(anyWorkflow, 20, 1) },
  ...(language === undefined ? [] : [{ name: 'cases of the language', cases: languageCases(language) }]),
];

describe.each(groups)('$name', ({ cases }) => {
  const found = new Map<string, readonly string[]>();

  beforeAll(async () => {
    await inParallel(cases, async (one) => {
      found.set(one.name, await differencesInCloud(machines, one));
    });
  }, 240_000);

  it.each(cases.map(({ name }) => name))('%s leaves the same record as here', (name) => {
    expect(found.get(name)).toEqual([]);
  });
});
