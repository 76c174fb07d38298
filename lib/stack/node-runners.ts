import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Script } from '../skills/scripted.ts';
import type { Definition } from './compile-definition.ts';
import type { ContainerProps, Containers } from './containers.ts';
import { workflowContainers } from './containers.ts';
import { asciiName } from './ascii-name.ts';
import { functionFolder, projectPaths } from './function-folder.ts';
import type { FunctionProps } from './functions.ts';
import { EXECUTING, workflowFunction } from './functions.ts';
import { promptFunction } from './prompt-function.ts';
import { isService } from './services.ts';
import { skillFunctions, skillsOn } from './skill-function.ts';

/** What executes the nodes of a workflow. */
export interface NodeRunners {
  /** Executes all nodes that need no place of their own. */
  readonly runNode: LambdaFunction;
  /** Executes prompts, where there are some. */
  readonly runPrompt: LambdaFunction | undefined;
  /** All of these functions, by their names in the definition. */
  readonly functions: { readonly RunNode: LambdaFunction } & Readonly<Record<string, LambdaFunction>>;
  readonly containers: Containers;
}

export interface NodeRunnersProps extends ContainerProps {
  readonly compiled: Definition;
  readonly script: Script | undefined;
  readonly stores: Pick<FunctionProps, 'table' | 'bucket' | 'encryptionKey'>;
}

/** The workflow's function, and the functions and containers of skills that need a place of their own. */
export function nodeRunners(scope: Construct, props: NodeRunnersProps): NodeRunners {
  const { compiled, script, stores, vpc } = props;
  const { table, skills, projectDir, config } = compiled;
  const content = { table, project: { root: projectDir, paths: projectPaths(table) } };
  const scripted = { ...content, ...(script && { script }) };
  const name = asciiName(table.name);
  const shared = skillsOn('shared', skills);
  const runNode = workflowFunction(scope, 'RunNode', {
    ...stores,
    ...EXECUTING,
    description: `runs the nodes of the workflow ${name}`,
    folder: functionFolder(shared.some(isService) ? 'run-service' : 'run-node', { ...scripted, skills: shared }),
    timeout: Duration.seconds(900),
  });
  const runPrompt = promptFunction(scope, {
    ...stores,
    description: `asks models for the workflow ${name}`,
    content: scripted,
    skills,
    config,
  });
  const own = skillFunctions(scope, skillsOn('own', skills), content, stores);
  const { agent } = config;
  const containers = workflowContainers(scope, skills, { ...content, projectDir, agent }, { ...stores, vpc });
  return {
    runNode,
    runPrompt,
    functions: { RunNode: runNode, ...(runPrompt && { RunPrompt: runPrompt }), ...own },
    containers,
  };
}
