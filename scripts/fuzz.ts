/**
 * Compares compiled machines with the reference scheduler on generated workflows:
 * `npm run fuzz -- --cases 2000 --seed 1 [--kind general|dense|loopy|filing|steps]`. Each difference is shrunk and
 * printed; exit code 1 if there is any. With `--emulator` the machines run on an emulator of the services, as deployed
 * ones do; that takes about half a second a case, and nothing is shrunk.
 */
import { parseArgs } from 'node:util';
import type fc from 'fast-check';
import { stringify } from 'yaml';
import { startEmulator } from '../test/e2e/emulator.ts';
import { inParallel } from '../test/e2e/in-parallel.ts';
import { generatedCases } from '../test/e2e/machines-cases.ts';
import { differencesInCloud } from '../test/e2e/machines-compare.ts';
import { makeMachines } from '../test/e2e/machines.ts';
import type { Difference } from '../test/reference/fuzz.ts';
import { fuzz } from '../test/reference/fuzz.ts';
import {
  anyWorkflow,
  denseGraphs,
  filingGraphs,
  generalGraphs,
  loopyGraphs,
  stepsWorkflows,
} from '../test/reference/generate.ts';
import type { Case } from '../test/reference/generated.ts';
import { yamlOf } from '../test/reference/generated.ts';

/** Cases that one seed gives; after a difference the next batch goes on with another seed. */
const BATCH = 100;
const kinds = {
  ...{ any: anyWorkflow, general: generalGraphs, dense: denseGraphs, loopy: loopyGraphs },
  ...{ filing: filingGraphs, steps: stepsWorkflows },
};

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '2000' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
    kind: { type: 'string', default: 'any' },
    emulator: { type: 'boolean', default: false },
  },
});
const cases = Number(values.cases);
const firstSeed = Number(values.seed);
const workflows = Object.entries(kinds).find(([kind]) => kind === values.kind)?.[1];
if (!workflows || !(cases > 0) || !Number.isInteger(firstSeed)) {
  console.error(`Give --cases and --seed as numbers, and as --kind one of ${Object.keys(kinds).join(', ')}.`);
  process.exit(2);
}

console.log(`${cases} cases, seed ${firstSeed}`);
const differences = values.emulator ? await inCloud(workflows) : await here(workflows);
console.log(`${differences} differences`);
process.exitCode = differences > 0 ? 1 : 0;

/** Returns how many differences were found. */
async function here(all: fc.Arbitrary<Case>): Promise<number> {
  let found = 0;
  for (let done = 0; done < cases; done += BATCH) {
    const difference = await fuzz(all, Math.min(BATCH, cases - done), firstSeed + done / BATCH);
    if (difference) {
      found += 1;
      show(difference);
    }
    if ((done / BATCH) % 5 === 4) console.log(`… ${done + BATCH} cases, ${found} differences`);
  }
  return found;
}

async function inCloud(all: fc.Arbitrary<Case>): Promise<number> {
  let found = 0;
  const emulator = await startEmulator();
  try {
    const machines = await makeMachines(emulator);
    await inParallel(generatedCases(all, cases, firstSeed), async (one) => {
      const sentences = await differencesInCloud(machines, one);
      if (sentences.length === 0) return;
      found += 1;
      console.log(`\n── ${one.name} ──\n${sentences.join('\n')}\n\n${one.yaml}`);
      showScript(Object.fromEntries(one.script), one.input);
    });
  } finally {
    await emulator.stop();
  }
  return found;
}

function show({ found: sentences, example, seed }: Difference): void {
  console.log(`\n── seed ${seed} ──\n${sentences.join('\n')}\n\n${yamlOf(example)}`);
  showScript(example.script, example.input);
}

function showScript(script: object, input: unknown): void {
  console.log(`# script\n${stringify(script)}`);
  if (input !== undefined) console.log(`# input: ${JSON.stringify(input)}`);
}
