import type { CompileOptions } from '../../lib/compile/index.ts';
import { compile } from '../../lib/compile/index.ts';
import type { StateMachine } from '../../lib/asl/definition.ts';
import type { LocalResult } from '../../lib/local/machine.ts';
import { runMachine } from '../../lib/local/machine.ts';
import type { NodeDeps, RunSkill } from '../../lib/node/deps.ts';
import type { RunState } from '../../lib/node/assemble.ts';
import { assemble } from '../../lib/node/assemble.ts';
import { indexTable } from '../../lib/node/view.ts';
import { startRun } from '../../lib/node/start-run.ts';
import { runNode } from '../../lib/node/run-node.ts';
import type { NodeAnswer, NodeEvent } from '../../lib/node/visitor.ts';
import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';
import { runScripted } from '../../lib/skills/scripted.ts';
import type { StateStore } from '../../lib/store/state-store.ts';
import { memoryArtifacts } from '../../lib/store/memory-artifacts.ts';
import { memoryState } from '../../lib/store/memory-state.ts';

export type ScriptFile = Readonly<Record<string, ScriptedOutcome | readonly ScriptedOutcome[]>>;

/** A workflow with stores in memory, whose nodes can be visited one by one or run as a machine. */
export interface Bench {
  readonly asl: StateMachine;
  readonly deps: NodeDeps;
  readonly visit: (node: string, event?: Partial<NodeEvent>) => Promise<NodeAnswer>;
  readonly run: () => Promise<LocalResult>;
  readonly state: () => Promise<RunState>;
}

export interface BenchOptions extends Omit<CompileOptions, 'skill'> {
  readonly script?: ScriptFile;
  readonly skill?: RunSkill;
  /** What is known of a skill, by its name. */
  readonly facts?: CompileOptions['skill'];
  readonly store?: StateStore;
  readonly project?: ReadonlyMap<string, string>;
  readonly input?: unknown;
  readonly log?: NodeDeps['log'];
}

export const RUN = 'r1';

/** Skills that never end are left behind by some tests; the end of the file ends them. */
const ended = new AbortController();
afterAll(() => ended.abort());

export function bench(yaml: string, options: BenchOptions = {}): Bench {
  const { skill: _skill, facts, ...compiling } = options;
  const { compiled, diagnostics } = compile(yaml, {
    fileExists: (path) => options.project?.has(path) ?? false,
    ...compiling,
    ...(facts && { skill: facts }),
  });
  if (!compiled) throw new Error(diagnostics.map((d) => `${d.code} ${d.message}`).join('\n'));
  const script = new Map(Object.entries(options.script ?? {}).map(([id, list]) => [id, [list].flat()]));
  const deps: NodeDeps = {
    workflow: indexTable(compiled.table),
    state: options.store ?? memoryState(),
    artifacts: memoryArtifacts(options.project),
    runSkill: options.skill ?? ((node, context, execution) => runScripted(script, node, context, execution)),
    now: () => new Date(),
    log: options.log ?? (() => undefined),
    cancel: ended.signal,
  };
  return {
    asl: compiled.asl,
    deps,
    async visit(node, event) {
      const epoch = event?.epoch ?? `${RUN}/0`;
      await startRun({ execution: 'local', name: RUN, input: options.input, epoch }, deps);
      return runNode({ run: RUN, epoch, apply: [], node: deps.workflow.byId.get(node)!.slug, ...event }, deps);
    },
    run: () => runMachine({ asl: compiled.asl, deps, run: RUN, input: options.input, sleep: () => Promise.resolve() }),
    state: async () => assemble(deps.workflow, await deps.state.readAll(RUN)),
  };
}

/** A graph of nodes `A B C …` from edges such as `A>B`, `A>B:label`, `B>A:again!` (a loop), `G>A:bad-` (on_failure), `G>B:ok+` (on_pass). */
export function graph(edges: string, nodes: Readonly<Record<string, object>> = {}, final?: string): string {
  const list = edges
    .trim()
    .split(/\s*;\s*/)
    .map((text) => {
      const [, from, to, label, mark] = /^(\w+)>(\w+)(?::([^!+-]*))?([!+-])?$/.exec(text)!;
      const kind = mark === '+' ? { kind: 'on_pass' } : mark === '-' ? { kind: 'on_failure' } : {};
      return {
        from: from!,
        to: to!,
        ...(label !== undefined && { label }),
        ...(mark === '!' && { loop: true }),
        ...kind,
      };
    });
  const ids = [...new Set([...list.flatMap((edge) => [edge.from, edge.to]), ...Object.keys(nodes)])];
  return JSON.stringify({
    name: 'bench',
    version: '1.0.0',
    nodes: ids.map((id) => ({ id, skill: `s-${id}`, role: 'executor', ...nodes[id] })),
    edges: list,
    final: final ?? ids.at(-1),
  });
}
