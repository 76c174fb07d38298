import { dirname, relative } from 'node:path';
import { loadConfig } from '../config/index.ts';
import type { LoadedConfig } from '../config/index.ts';
import type { Stage } from '../config/sections/stages.ts';
import { isStackPrefix, STACK_PREFIX_RULE } from '../config/sections/stages.ts';
import { nearest } from '../diagnostics/near.ts';
import { printHuman } from '../diagnostics/print-human.ts';
import { list, show } from '../diagnostics/show.ts';
import { hasErrors } from '../diagnostics/sort.ts';
import { STACK_PREFIX } from '../stack/stack-name.ts';
import { prefixFlag } from './how-to-call.ts';
import type { Call, Refused } from './io.ts';
import { isRefused } from './io.ts';

/** Options of every verb that is about a deployed stack. */
export interface StageOptions {
  readonly stage?: string;
  readonly stackPrefix?: string;
}

/** Where the stacks are that a command is about. */
export interface Place extends Pick<Stage, 'account' | 'region'> {
  /** How the names of the stacks begin: with the stage, if there is one. */
  readonly prefix: string;
  /** The options that lead to the same place, with a blank before them. */
  readonly flags: string;
}

/**
 * The place that the options name: a stage of the project file, and the beginning of the stack's name. A stage's region
 * and profile become this process's own (`AWS_REGION`, `AWS_PROFILE`), which the clients of AWS and the CDK read.
 * Credentials in the environment, such as a build server has, go before the profile.
 */
export function choosePlace(call: Call<StageOptions>, workflow: string): Place | Refused {
  const { stage: name, stackPrefix } = call.options;
  if (stackPrefix !== undefined && !isStackPrefix(stackPrefix))
    return { refused: `--stack-prefix ${show(stackPrefix)}: ${STACK_PREFIX_RULE}` };
  const flag = stackPrefix === undefined ? '' : prefixFlag(stackPrefix);
  if (name === undefined) return { prefix: stackPrefix ?? STACK_PREFIX, flags: flag };
  const stage = findStage(call, name, dirname(workflow));
  if (isRefused(stage)) return stage;
  const { account, region, profile } = stage;
  if (region !== undefined) process.env['AWS_REGION'] = process.env['AWS_DEFAULT_REGION'] = region;
  if (profile !== undefined && process.env['AWS_ACCESS_KEY_ID'] === undefined) process.env['AWS_PROFILE'] = profile;
  return {
    // Two hyphens: no workflow's own name has them in the name of its stack.
    prefix: `${stackPrefix ?? stage.stackPrefix ?? STACK_PREFIX}${name}--`,
    flags: ` --stage ${name}${flag}`,
    ...(account !== undefined && { account }),
    ...(region !== undefined && { region }),
  };
}

/** What is wrong with a stack that lies in another account than the stage. */
export function otherAccount({ account }: Place, arn: string): Refused | undefined {
  const found = arn.split(':')[4];
  if (account === undefined || found === account) return undefined;
  return { refused: `the credentials are of the AWS account ${found}, and the stage is in ${account}` };
}

function findStage({ io }: Call<StageOptions>, name: string, folder: string): Stage | Refused {
  const loaded = loadConfig(folder);
  const { file, config, diagnostics, text } = loaded;
  if (file === undefined || text === undefined)
    return { refused: 'there are no stages: no stepwright.yaml lies beside the workflow or above it' };
  if (hasErrors(diagnostics)) return { refused: errorsIn(loaded, io.cwd) };
  io.stderr(printHuman(diagnostics, text, relative(io.cwd, file), io.colours));
  const stages = config.stages ?? {};
  if (Object.hasOwn(stages, name)) return stages[name]!;
  const names = Object.keys(stages);
  const near = nearest(name, names);
  const others = names.length === 0 ? 'it has none' : `it has ${list(names)}`;
  const meant = near === undefined ? others : `did you mean ${near}? ${others}`;
  return { refused: `there is no stage ${show(name)} in ${relative(io.cwd, file)}; ${meant}` };
}

function errorsIn({ file, diagnostics }: LoadedConfig, cwd: string): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const lines = errors.map(({ at, message }) => `${relative(cwd, file!)}:${at.line}:${at.column}: ${message}`);
  return lines.join('; ');
}
