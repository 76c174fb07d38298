import { Arn, ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { hostName } from '../ir/host-names.ts';
import { factsOf } from '../skills/facts.ts';
import type { FoundSkill } from '../skills/resolved.ts';
import type { ImportedChildren } from './child-workflows.ts';
import { allowChildren } from './child-workflows.ts';

/** Whether a skill calls a service: then its function carries what that needs. */
export function isService({ kind }: FoundSkill): boolean {
  return kind === 'http' || kind === 'lambda' || kind === 'workflow';
}

export interface ServicesProps {
  readonly skills: ReadonlyMap<string, FoundSkill>;
  /** By their names in the definition. */
  readonly functions: Readonly<Record<string, LambdaFunction>>;
  readonly answerNode: LambdaFunction | undefined;
  readonly children: ImportedChildren;
}

/** Lets each function call just the services that its skills call, and tells it where these are. */
export function allowServices(scope: Construct, { skills, functions, answerNode, children }: ServicesProps): void {
  for (const skill of skills.values()) {
    const runner = functions[hostName(skill.name, factsOf(skill))];
    if (!runner) continue;
    if (skill.kind === 'lambda') {
      const resources = [functionArn(scope, skill.manifest.function)];
      runner.addToRolePolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources }));
      if (skill.manifest.mode === 'callback' && answerNode)
        runner.addEnvironment('ANSWER_FUNCTION', answerNode.functionName);
    }
    if (skill.kind === 'workflow') allowChildren(runner, skill.manifest.workflow, children);
  }
}

/** The ARN of a function that may be given by its name, `account:function:name` or its ARN, each with a qualifier. */
function functionArn(scope: Construct, given: string): string {
  if (given.startsWith('arn:')) return given;
  const [, account, name = given] = /^(?:(\d{12}):function:)?(.+)$/.exec(given) ?? [];
  return Arn.format(
    {
      ...{ service: 'lambda', resource: 'function', resourceName: name, arnFormat: ArnFormat.COLON_RESOURCE_NAME },
      ...(account !== undefined && { account }),
    },
    Stack.of(scope),
  );
}
