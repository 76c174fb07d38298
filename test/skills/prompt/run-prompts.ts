import { compile } from '../../../lib/compile/index.ts';
import { skillsAround } from '../../../lib/config/skills-around.ts';
import type { LocalResult } from '../../../lib/local/machine.ts';
import { runMachine } from '../../../lib/local/machine.ts';
import { skillsIn } from '../../../lib/local/run-skill.ts';
import type { NodeDeps } from '../../../lib/node/deps.ts';
import type { PersonAnswer } from '../../../lib/node/human.ts';
import { answerNode } from '../../../lib/node/human.ts';
import { indexTable } from '../../../lib/node/view.ts';
import type { SkillEnvironment } from '../../../lib/skills/environment.ts';
import type { SkillSource } from '../../../lib/skills/resolve.ts';
import { memoryArtifacts } from '../../../lib/store/memory-artifacts.ts';
import { memoryState } from '../../../lib/store/memory-state.ts';

export interface PromptRun {
  /** Runs until it ends or pauses. */
  go(): Promise<LocalResult>;
  approve(node: string, answer?: PersonAnswer): Promise<void>;
  /** What a node's latest execution has written. */
  artifact(result: LocalResult, node: string, path: string): Promise<string | undefined>;
}

export interface PromptRunParts {
  readonly source: SkillSource;
  readonly environment: SkillEnvironment;
  readonly input?: unknown;
  /** Files of the project, by path. */
  readonly project?: Readonly<Record<string, string>>;
}

/** A run on the embedded engine, in memory, of a workflow with its skills. */
export function promptRun(workflow: string, { source, environment, input, project = {} }: PromptRunParts): PromptRun {
  const { compiled, diagnostics } = compile(workflow, { fileExists: () => true, ...skillsAround('.', source) });
  if (!compiled) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const indexed = indexTable(compiled.table);
  const deps: NodeDeps = {
    workflow: indexed,
    state: memoryState(),
    artifacts: memoryArtifacts(new Map(Object.entries(project))),
    runSkill: skillsIn(source, environment),
    now: () => new Date(),
    log: () => undefined,
  };
  return {
    go: () =>
      runMachine({
        asl: compiled.asl,
        deps,
        run: 'run-1',
        ...(input !== undefined && { input }),
        sleep: () => Promise.resolve(),
      }),
    approve: async (node, answer = {}) => {
      const answered = await answerNode('run-1', node, answer, deps);
      if (answered.kind === 'refused') throw new Error(answered.why);
    },
    artifact: async ({ state }, node, path) => {
      const { round = 1, runs = 1 } = state.nodes.get(node)!;
      const { slug } = indexed.byId.get(node)!;
      const bytes = await deps.artifacts.read({ run: 'run-1', node: slug, round, execution: runs }, path);
      return bytes && new TextDecoder().decode(bytes);
    },
  };
}
