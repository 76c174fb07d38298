import {
  DescribeStateMachineCommand,
  DescribeStateMachineForExecutionCommand,
  ExecutionDoesNotExist,
  ListExecutionsCommand,
  SFNClient,
} from '@aws-sdk/client-sfn';
import type { ListExecutionsCommandInput } from '@aws-sdk/client-sfn';
import { DeleteFunctionCommand, LambdaClient, ListVersionsByFunctionCommand } from '@aws-sdk/client-lambda';
import type { ListVersionsByFunctionCommandInput } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { inFlight } from '../../lib/cloud/in-flight.ts';
import type { FunctionVersion } from '../../lib/cloud/versions.ts';
import { deleteVersions, listVersions, unused, versionsIn } from '../../lib/cloud/versions.ts';
import { printVersions } from '../../lib/cli/print-versions.ts';

const sfn = mockClient(SFNClient);
const lambda = mockClient(LambdaClient);
const clients = { lambda: new LambdaClient({}), stepFunctions: new SFNClient({}) };
const machine = 'arn:aws:states:eu-central-1:123456789012:stateMachine:m';
const now = new Date('2026-12-20T00:00:00Z');

const arn = (name: string, version: number) => `arn:aws:lambda:eu-central-1:123456789012:function:${name}:${version}`;
/** A definition that calls these versions, each twice. */
const definition = (run: number, close: number) =>
  JSON.stringify([arn('run', run), arn('close', close), arn('run', run)]);

interface Started {
  readonly status: string;
  /** Days before now. */
  readonly started: number;
  readonly ended?: number;
  readonly uses: string;
}

/** What the service knows of executions, by name; two a page. */
function executions(all: Readonly<Record<string, Started>>): void {
  const at = (days: number) => new Date(now.getTime() - days * 86_400_000);
  sfn.on(ListExecutionsCommand).callsFake((input: ListExecutionsCommandInput) => {
    const found = Object.entries(all).filter(([, { status }]) => status === input.statusFilter);
    const page = Number(input.nextToken ?? '0');
    const shown = found.slice(page, page + 2).map(([name, { started, ended }]) => ({
      ...{ name, executionArn: `arn:${name}`, startDate: at(started) },
      ...(ended !== undefined && { stopDate: at(ended) }),
    }));
    return { executions: shown, ...(page + 2 < found.length && { nextToken: String(page + 2) }) };
  });
  for (const [name, { uses }] of Object.entries(all)) {
    const kept = { definition: uses, updateDate: new Date(uses.length * 1000 + uses.charCodeAt(70)) };
    sfn.on(DescribeStateMachineForExecutionCommand, { executionArn: `arn:${name}` }).resolves(kept);
  }
}

beforeEach(() => {
  sfn.reset();
  lambda.reset();
  sfn.on(DescribeStateMachineCommand).resolves({ definition: definition(9, 4) });
  lambda
    .on(ListVersionsByFunctionCommand)
    .callsFake(({ FunctionName: name, Marker }: ListVersionsByFunctionCommandInput) => {
      const own = name === 'run' ? [5, 6, 7, 8, 9] : name === 'close' ? [3, 4] : [];
      const versions = ['$LATEST', ...own].map((version) => ({
        ...{ Version: String(version), LastModified: '2026-12-01T00:00:00Z', FunctionArn: arn(name!, Number(version)) },
      }));
      return Marker === undefined
        ? { Versions: versions.slice(0, 2), NextMarker: 'x' }
        : { Versions: versions.slice(2) };
    });
  lambda.on(DeleteFunctionCommand).resolves({});
});

const list = () => listVersions(clients, { machine, functions: ['run', 'close', 'settle'], now });
const named = (versions: readonly FunctionVersion[]) => versions.map((v) => `${v.function}:${v.version}`);

describe('the versions of functions', () => {
  it('are told with all that refers to them, the newest first', async () => {
    executions({
      a: { status: 'RUNNING', started: 30, uses: definition(5, 3) },
      b: { status: 'FAILED', started: 10, ended: 9, uses: definition(6, 3) },
      c: { status: 'ABORTED', started: 20, ended: 15, uses: definition(7, 3) },
      d: { status: 'RUNNING', started: 1, uses: definition(9, 4) },
      e: { status: 'TIMED_OUT', started: 2, ended: 1, uses: definition(6, 3) },
      f: { status: 'SUCCEEDED', started: 2, ended: 1, uses: definition(8, 4) },
      g: { status: 'RUNNING', started: 0.5, uses: definition(9, 4) },
    });
    const found = await list();
    expect(named(found)).toEqual(['run:9', 'run:8', 'run:7', 'run:6', 'run:5', 'close:4', 'close:3']);
    expect(found.map(({ deployed }) => deployed)).toEqual([true, false, false, false, false, true, false]);
    expect(found.map(({ running }) => running)).toEqual([['d', 'g'], [], [], [], ['a'], ['d', 'g'], ['a']]);
    expect(found.map(({ redrivable }) => redrivable)).toEqual([[], [], [], ['b', 'e'], [], [], ['b', 'e']]);
    expect(named(unused(found, 1))).toEqual(['run:8', 'run:7']);
    expect(named(unused(found, 3))).toEqual([]);
    expect(named(unused(found, 2))).toEqual(['run:7']);

    const deleted = unused(found, 1);
    await deleteVersions(clients.lambda, deleted);
    expect(lambda.commandCalls(DeleteFunctionCommand).map(({ args }) => args[0].input)).toEqual([
      { FunctionName: 'run', Qualifier: '8' },
      { FunctionName: 'run', Qualifier: '7' },
    ]);
    expect(printVersions({ versions: found, deleted })).toEqual([
      'run',
      '  9  2026-12-01  deployed; in flight: d, g',
      '  8  2026-12-01  deleted: nothing referred to it',
      '  7  2026-12-01  deleted: nothing referred to it',
      '  6  2026-12-01  may be redriven: b, e',
      '  5  2026-12-01  in flight: a',
      'close',
      '  4  2026-12-01  deployed; in flight: d, g',
      '  3  2026-12-01  in flight: a; may be redriven: b, e',
    ]);
  });

  it('are found without asking about each of many executions', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => {
        const uses = i === 150 ? definition(7, 3) : i < 150 ? definition(6, 3) : definition(9, 4);
        return [`e${i}`, { status: 'FAILED', started: 13 - i / 100, ended: 1, uses }];
      }),
    );
    executions(many);
    const found = await list();
    expect(found.find(({ version }) => version === 7)!.redrivable).toEqual(['e150']);
    expect(found.find(({ version }) => version === 6)!.redrivable).toHaveLength(150);
    expect(found.find(({ version }) => version === 9)!.redrivable).toHaveLength(149);
    expect(sfn.commandCalls(DescribeStateMachineForExecutionCommand).length).toBeLessThan(30);
  });

  it('stay where an execution was forgotten while they were looked at', async () => {
    executions({ a: { status: 'RUNNING', started: 1, uses: definition(5, 3) } });
    sfn.on(DescribeStateMachineForExecutionCommand).rejects(new ExecutionDoesNotExist({ message: '', $metadata: {} }));
    expect((await list()).flatMap(({ running }) => running)).toEqual([]);
  });

  it('are read from a definition', () => {
    expect(versionsIn(definition(5, 3))).toEqual([arn('run', 5), arn('close', 3)]);
    expect(versionsIn('arn:aws-cn:lambda:cn-north-1:1:function:f "arn:aws:lambda:x:1:function:g:$LATEST"')).toEqual([]);
  });
});

describe('what is in flight', () => {
  it('is told with the versions that it keeps', async () => {
    executions({
      a: { status: 'RUNNING', started: 3, uses: definition(5, 3) },
      b: { status: 'FAILED', started: 2, ended: 1, uses: definition(5, 3) },
      c: { status: 'RUNNING', started: 1, uses: definition(9, 4) },
    });
    expect(await inFlight(machine, now, clients.stepFunctions)).toEqual([
      { execution: 'a', versions: ['run:5', 'close:3'], current: false },
      { execution: 'c', versions: ['run:9', 'close:4'], current: true },
    ]);
  });
});
