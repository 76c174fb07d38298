/**
 * Compares compiled machines with the reference scheduler on generated workflows:
 * `npm run fuzz -- --cases 2000 --seed 1 [--kind general|dense|loopy|filing|steps]`. Each difference is shrunk and printed; exit code 1 if there is any.
 */
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
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
const found: Difference[] = [];
for (let done = 0; done < cases; done += BATCH) {
  const seed = firstSeed + done / BATCH;
  const difference = await fuzz(workflows, Math.min(BATCH, cases - done), seed);
  if (difference) {
    found.push(difference);
    show(difference);
  }
  if ((done / BATCH) % 5 === 4) console.log(`… ${done + BATCH} cases, ${found.length} differences`);
}
console.log(`${found.length} differences`);
process.exitCode = found.length > 0 ? 1 : 0;

function show({ found: sentences, example, seed }: Difference): void {
  console.log(`\n── seed ${seed} ──\n${sentences.join('\n')}\n\n${yamlOf(example)}`);
  console.log(`# script\n${stringify(example.script)}`);
  if (example.input !== undefined) console.log(`# input: ${JSON.stringify(example.input)}`);
}
