import type { ContainerCall, LambdaCall } from '../../asl/definition.ts';
import { variableOf } from '../../asl/variables.ts';
import type { GraphNode } from '../../ir/graph.ts';
import { CLUSTER, CONTAINER, hostName, PUBLIC_ADDRESS, SECURITY_GROUP, SUBNETS } from '../../ir/host-names.ts';

/** Seconds that a Task may take longer than its node, so that the handler times out first and records it. */
const MARGIN = 30;

/** The same where a container has to be placed, and its image fetched, before the handler begins. */
const CONTAINER_MARGIN = 630;

/** A container that has not been heard of for so long is taken for dead; its program tells every minute that it is not. */
const HEARTBEAT = 600;

const TOKEN = '{% $states.context.Task.Token %}';

/** How long a person has to answer a skill's question, or to raise a budget: 7 days. */
const PAUSE = 604_800;

/**
 * Whether a node's skill may wait for a person and then be executed again: a prompt, and what has a budget. A container
 * cannot: nothing is left of it while it waits.
 */
export function pauses({ human, budget, skillFacts: facts }: GraphNode): boolean {
  if (human || facts?.host === 'container') return false;
  return budget !== undefined || (facts?.waits === true && facts.kind === 'prompt');
}

/** What the handler of a node is given, each an expression or a text. */
export interface NodePayload {
  readonly node: string;
  readonly run: string;
  readonly epoch: string;
  /** An expression for a list. */
  readonly apply: string;
}

/** Where a node's handler runs, and how the Task gets its answer. */
export interface Host {
  readonly call: LambdaCall | ContainerCall;
  /** Whether the answer comes by token. */
  readonly waits: boolean;
  /** Seconds that the Task may take longer than the node. */
  readonly margin: number;
  readonly heartbeat?: number;
}

export function hostOf(node: GraphNode, payload: NodePayload): Host {
  const facts = node.skillFacts;
  const name = `\${${hostName(node.skill.text, facts)}}`;
  if (facts?.host === 'container') {
    return { call: containerCall(name, payload), waits: true, margin: CONTAINER_MARGIN, heartbeat: HEARTBEAT };
  }
  const waits = node.human || facts?.waits === true || pauses(node);
  return {
    call: waits
      ? {
          Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
          Arguments: { FunctionName: name, Payload: { ...payload, token: TOKEN } },
        }
      : {
          Resource: 'arn:aws:states:::lambda:invoke',
          Arguments: { FunctionName: name, Payload: { ...payload } },
        },
    waits,
    margin: pauses(node) ? PAUSE + MARGIN : MARGIN,
  };
}

/** Variables of an environment are texts, and so is the list in one of them. */
function containerCall(taskDefinition: string, { apply, ...texts }: NodePayload): ContainerCall {
  const values = { ...texts, apply: apply.replace(/^\{% (.*) %\}$/, '{% $string($1) %}'), token: TOKEN };
  const variables = Object.entries(values).map(([field, value]) => ({ Name: variableOf(field), Value: value }));
  return {
    Resource: 'arn:aws:states:::ecs:runTask.waitForTaskToken',
    Arguments: {
      LaunchType: 'FARGATE',
      Cluster: `\${${CLUSTER}}`,
      TaskDefinition: taskDefinition,
      NetworkConfiguration: {
        AwsvpcConfiguration: {
          // How many subnets there are is not known before the stack is there.
          Subnets: `{% $split('\${${SUBNETS}}', ',') %}`,
          SecurityGroups: [`\${${SECURITY_GROUP}}`],
          AssignPublicIp: `\${${PUBLIC_ADDRESS}}`,
        },
      },
      Overrides: { ContainerOverrides: [{ Name: CONTAINER, Environment: variables }] },
    },
  };
}
