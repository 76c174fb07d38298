import { compile } from '../compile/index.ts';
import { dirname } from 'node:path';
import { loadConfig } from '../config/index.ts';
import { skillSource } from '../config/skill-source.ts';
import { skillsAround } from '../config/skills-around.ts';
import type { StateMachine } from '../asl/definition.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { localEnvironment } from '../local/environment.ts';
import { skillsIn, scriptedSkills } from '../local/run-skill.ts';
import type { NodeDeps } from '../node/deps.ts';
import type { Indexed } from '../node/view.ts';
import { indexTable } from '../node/view.ts';
import type { SkillSource } from '../skills/resolve.ts';
import type { Script } from '../skills/scripted.ts';
import { checkScript, scriptedHumans } from '../skills/scripted.ts';
import type { WorkflowFile } from './find-workflow.ts';
import type { OutputFormat } from './output-format.ts';
import type { ScriptChoice } from './run-options.ts';
import { surroundings } from './surroundings.ts';
import { workflowsHere } from './workflows-here.ts';

/** A workflow that can be run here. */
export interface PreparedRun {
  readonly kind: 'prepared';
  readonly file: WorkflowFile;
  readonly workflow: Indexed;
  readonly asl: StateMachine;
  readonly warnings: readonly Diagnostic[];
  /** The workflow's `output_format`. */
  readonly outputFormat: OutputFormat | undefined;
  /** Scripted outcomes in place of skills. */
  readonly script: Script | undefined;
  /** Why the script does not fit the workflow; with any, nothing of it runs. */
  readonly scriptProblems: readonly string[];
  readonly runSkill: NodeDeps['runSkill'];
  readonly question?: NonNullable<NodeDeps['question']>;
}

/** A workflow with errors: nothing of it runs. */
export interface InvalidWorkflow {
  readonly kind: 'invalid';
  readonly file: WorkflowFile;
  readonly diagnostics: readonly Diagnostic[];
  /** Where skills were looked for. */
  readonly skills: SkillSource | undefined;
}

export interface PrepareOptions extends ScriptChoice {
  readonly skillsDir: readonly string[] | undefined;
  /** Where it is to run: here unless it says otherwise. */
  readonly target?: 'local' | 'aws';
  /** Paths of the workflows by whose skills this one is started. */
  readonly chain?: readonly string[];
}

/** Compiles a workflow for running it, with real skills, all of which must exist, or with scripted outcomes. */
export function prepareRun(
  cwd: string,
  file: WorkflowFile,
  { script, stored, skillsDir, target = 'local', chain = [] }: PrepareOptions,
): PreparedRun | InvalidWorkflow {
  const skills = skillSource(cwd, file.path, skillsDir ?? [], loadConfig(dirname(file.path)));
  const { compiled, diagnostics } = compile(file.source, {
    target,
    ...surroundings(cwd),
    ...(!script && skillsAround(cwd, skills)),
    ...(script && scriptedHumans(script)),
  });
  if (!compiled) return { kind: 'invalid', file, diagnostics, skills: script ? undefined : skills };
  const ids = new Set(compiled.table.nodes.map(({ id }) => id));
  const workflows = workflowsHere({
    cwd,
    chain: [...chain, file.path],
    prepare: (child, around) => {
      const prepared = prepareRun(cwd, child, {
        script: undefined,
        stored: false,
        skillsDir,
        chain: around.slice(0, -1),
      });
      return prepared.kind === 'prepared' ? prepared : firstError(prepared);
    },
  });
  // Outcomes of nodes that a forced change has taken out of the workflow are of no use any more.
  const used = script && new Map([...script].filter(([id]) => !stored || ids.has(id)));
  return {
    kind: 'prepared',
    file,
    workflow: indexTable(compiled.table),
    asl: compiled.asl,
    warnings: diagnostics,
    outputFormat: compiled.graph.outputFormat,
    script: used,
    scriptProblems: used ? checkScript(used, compiled.table) : [],
    runSkill: used ? scriptedSkills(used) : skillsIn(skills, { ...localEnvironment(cwd, file.path), workflows }),
    ...(used && { question: (node) => used.get(node.id)?.find(({ wait }) => wait !== undefined)?.wait }),
  };
}

function firstError({ diagnostics, file }: InvalidWorkflow): string {
  const { at, message } = diagnostics.find(({ severity }) => severity === 'error')!;
  return `${file.file}:${at.line}: ${message}`;
}
