import { check } from '../../lib/compile/check.ts';
import type { Graph } from '../../lib/ir/graph.ts';
import { BLOCKED } from '../../lib/node/failures.ts';
import type { PersonAnswer } from '../../lib/node/human.ts';
import { answerNode } from '../../lib/node/human.ts';
import { settleRun } from '../../lib/node/settle-run.ts';
import { writtenFiles } from './artifacts.ts';
import type { Before } from './before.ts';
import { waysOut } from './choice.ts';
import { differences } from './compare.ts';
import { scriptOf } from './fuzz.ts';
import type { Case } from './generated.ts';
import { yamlOf } from './generated.ts';
import { isRefused } from './graph-answer.ts';
import type { Ended, Product } from './product.ts';
import { RUN, startProduct, toldBy, waitingIn } from './product.ts';
import type { ReferenceOptions, Script } from './result.ts';
import { reference } from './scheduler.ts';

/** How often a run that failed goes on; after the first time with the second script. */
const RESUMES = 2;

/**
 * Runs a case, gives each waiting node in turn an answer, and goes on after a failure. Says where a part of the run
 * differs from what follows from the state before it. `onPart` is told of each part, and how it ended.
 */
export async function compareContinued(
  example: Case,
  onPart: (part: 'first run' | 'answer' | 'refusal' | 'resume', ended: string) => void = () => undefined,
): Promise<string[]> {
  const { graph } = check(yamlOf(example));
  const [first, second] = [scriptOf(example), scriptOf({ script: example.second ?? example.script })];
  const product = startProduct(yamlOf(example), { ...example, humans: waitingIn(first) });
  const { input } = example;
  let ended = await product.run(first);
  let script = first;
  const compared = (what: string, options: ReferenceOptions, got: Ended) =>
    differences(reference(graph!, script, { ...options, input }), toldBy(got)).map((found) => `${what}: ${found}`);
  const found = compared('first run', {}, ended);
  onPart('first run', ended.status);
  const answers = [...(example.answers ?? [])];
  let resumes = 0;
  while (found.length === 0) {
    const after = stoodAt(ended, product);
    const node = ended.status === 'paused' ? [...ended.state.nodes].find(([, { waiting }]) => waiting)?.[0] : undefined;
    const given = node === undefined ? undefined : answers.shift();
    if (node !== undefined && given !== undefined) {
      const refused = isRefused(
        waysOut(
          graph!.nodes.find(({ id }) => id === node)!,
          graph!,
        ),
        given,
      );
      const got = await answered(product, node, given, script);
      if ((got === 'refused') !== refused) return [`the answer of ${node} is ${refused ? 'not ' : ''}refused`];
      onPart(got === 'refused' ? 'refusal' : 'answer', got === 'refused' ? ended.status : got.status);
      if (got === 'refused') continue;
      ended = got;
      found.push(...compared(`after the answer of ${node}`, { after, answer: { node, given } }, ended));
    } else if (node === undefined && resumes < RESUMES && isUnfinished(graph!, after)) {
      resumes += 1;
      script = second;
      ended = await product.run(script);
      onPart('resume', ended.status);
      found.push(...compared(`resume ${resumes}`, { after }, ended));
    } else break;
  }
  return found;
}

/** A node is pending, running, blocked, or failed unexplained. */
function isUnfinished(graph: Graph, { nodes }: Before): boolean {
  return graph.nodes.some(({ id, onError }) => {
    const { status, recovered } = nodes.get(id)!;
    if (status === 'failed') return graph.dialect === 'graph' ? !recovered : onError !== 'continue';
    return status !== 'passed' && status !== 'skipped';
  });
}

async function answered(
  { deps, outcomes, run }: Product,
  node: string,
  given: PersonAnswer,
  script: Script,
): Promise<Ended | 'refused'> {
  try {
    const { kind } = await answerNode(RUN, node, given, deps);
    if (kind === 'refused') return 'refused';
  } catch (error) {
    if (!(error instanceof Error) || error.name !== BLOCKED) throw error;
    const { state, done } = await settleRun({ run: RUN, cancelled: false }, deps);
    return { status: 'failed', exit: done.exitCode, state, running: [] };
  }
  const outputs = writtenFiles({ outputs: deps.workflow.byId.get(node)!.outputs.map((text) => ({ text })) }, {});
  outcomes.set(node, {
    artifacts: Object.fromEntries(outputs.map((file) => [file.replace(/stand-in\.md$/, 'answer.md'), ''])),
  });
  return run(script);
}

export function stoodAt({ state }: Ended, { outcomes }: Product): Before {
  const nodes = [...state.nodes].map(([id, { status, runs = 0, label, reason, take }]) => {
    const why = { ...(label !== undefined && { label }), ...(reason !== undefined && { reason: reason as never }) };
    return [id, { status, runs, ...why, recovered: status === 'failed' && take !== undefined }] as const;
  });
  return {
    ...{ nodes: new Map(nodes), outcomes: new Map(outcomes) },
    ...{ loops: state.loops ?? new Map(), turns: state.turns ?? new Map() },
  };
}
