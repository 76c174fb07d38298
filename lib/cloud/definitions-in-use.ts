import {
  DescribeStateMachineCommand,
  DescribeStateMachineForExecutionCommand,
  ExecutionDoesNotExist,
  paginateListExecutions,
} from '@aws-sdk/client-sfn';
import type { ExecutionListItem, ExecutionStatus, SFNClient } from '@aws-sdk/client-sfn';
import { REDRIVABLE_DAYS } from './redrive.ts';

/** An execution that goes on, or that the service may be told to go on with, and the definition that it keeps. */
export interface InUse {
  readonly execution: string;
  readonly state: 'running' | 'redrivable';
  readonly definition: string;
}

/** The definition that new executions get. */
export async function deployedDefinition(client: SFNClient, machine: string): Promise<string> {
  return (await client.send(new DescribeStateMachineCommand({ stateMachineArn: machine }))).definition!;
}

/** All executions that are going on, without those that could be redriven, or with them. */
export async function executionsInUse(
  client: SFNClient,
  machine: string,
  { redrivable, now }: { readonly redrivable: boolean; readonly now: Date },
): Promise<InUse[]> {
  const running = await listed(client, machine, ['RUNNING', 'PENDING_REDRIVE']);
  const since = now.getTime() - REDRIVABLE_DAYS * 86_400_000;
  const ended = redrivable ? await listed(client, machine, ['FAILED', 'TIMED_OUT', 'ABORTED']) : [];
  const recent = ended.filter(({ stopDate }) => stopDate !== undefined && stopDate.getTime() >= since);
  const goesOn = new Set(running.map(({ executionArn }) => executionArn));
  const found = [...running, ...recent].sort((a, b) => a.startDate!.getTime() - b.startDate!.getTime());
  const definitions = await definitionsOf(client, found);
  return found.flatMap(({ executionArn, name }) => {
    const definition = definitions.get(executionArn!);
    if (definition === undefined) return [];
    return [{ execution: name!, state: goesOn.has(executionArn) ? 'running' : 'redrivable', definition }];
  });
}

async function listed(
  client: SFNClient,
  stateMachineArn: string,
  statuses: readonly ExecutionStatus[],
): Promise<ExecutionListItem[]> {
  const found: ExecutionListItem[] = [];
  for (const statusFilter of statuses) {
    for await (const page of paginateListExecutions({ client }, { stateMachineArn, statusFilter }))
      found.push(...(page.executions ?? []));
  }
  return found;
}

/** The definition of an execution, and when the machine was given it. */
interface Kept {
  readonly definition: string;
  readonly updated: number;
}

/**
 * Definitions by execution, given in the order of their starts. Between two that have the same one, all have it: so of
 * many executions few are asked about, which the service wants.
 */
async function definitionsOf(
  client: SFNClient,
  executions: readonly ExecutionListItem[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const asked = new Map<string, Promise<Kept | undefined>>();
  const ask = (at: number): Promise<Kept | undefined> => {
    const arn = executions[at]!.executionArn!;
    const answer = asked.get(arn) ?? definitionOf(client, arn);
    asked.set(arn, answer);
    return answer;
  };
  const between = async (first: number, last: number): Promise<void> => {
    const [one, other] = [await ask(first), await ask(last)];
    if (last - first > 1 && !(one && isSame(one, other))) {
      const middle = Math.floor((first + last) / 2);
      await between(first, middle);
      return between(middle, last);
    }
    for (let at = first; at <= last; at++) {
      const kept = at === last ? other : one;
      if (kept) found.set(executions[at]!.executionArn!, kept.definition);
    }
  };
  if (executions.length > 0) await between(0, executions.length - 1);
  return found;
}

function isSame(one: Kept, other: Kept | undefined): boolean {
  return one.updated === other?.updated && one.definition === other.definition;
}

async function definitionOf(client: SFNClient, executionArn: string): Promise<Kept | undefined> {
  try {
    const { definition, updateDate } = await client.send(new DescribeStateMachineForExecutionCommand({ executionArn }));
    return { definition: definition!, updated: updateDate?.getTime() ?? 0 };
  } catch (error) {
    // It has been forgotten in this moment.
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}
