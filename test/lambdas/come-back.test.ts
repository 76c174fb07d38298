import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { mockClient } from 'aws-sdk-client-mock';
import { comeBack } from '../../lambdas/shared/come-back.ts';

const scheduler = mockClient(SchedulerClient);
const now = new Date('2026-12-01T10:00:00.250Z');
const back = {
  key: 'arn:execution',
  at: '2026-12-01T10:06:00.100Z',
  target: 'arn:function',
  input: { again: 'x' },
  role: 'arn:role',
  group: 'stack-settle',
};

beforeEach(() => scheduler.reset());

async function scheduled(changed: Partial<typeof back> = {}): Promise<CreateScheduleCommand['input']> {
  await comeBack({ ...back, ...changed }, now, new SchedulerClient({}));
  return scheduler.commandCalls(CreateScheduleCommand).at(-1)!.args[0].input;
}

describe('coming back', () => {
  it('is one call at the time, which leaves nothing behind', async () => {
    expect(await scheduled()).toEqual({
      Name: expect.stringMatching(/^settle-[0-9a-z]{16}-1796119560$|^settle-[0-9a-z]{16}-\d+$/),
      GroupName: 'stack-settle',
      ScheduleExpression: 'at(2026-12-01T10:06:01)',
      ScheduleExpressionTimezone: 'UTC',
      FlexibleTimeWindow: { Mode: 'OFF' },
      ActionAfterCompletion: 'DELETE',
      Target: { Arn: 'arn:function', RoleArn: 'arn:role', Input: '{"again":"x"}' },
    });
  });

  it('lies ahead, also when the time has come', async () => {
    expect((await scheduled({ at: '2026-12-01T09:00:00Z' })).ScheduleExpression).toBe('at(2026-12-01T10:00:31)');
  });

  it('is scheduled once for the same, and anew for another time', async () => {
    const [first, again, later, other] = [
      await scheduled(),
      await scheduled(),
      await scheduled({ at: '2026-12-01T10:07:00Z' }),
      await scheduled({ key: 'arn:other' }),
    ];
    expect(again.Name).toBe(first.Name);
    expect(new Set([first.Name, later.Name, other.Name]).size).toBe(3);
    scheduler
      .on(CreateScheduleCommand)
      .rejects(new ConflictException({ Message: 'there', message: 'there', $metadata: {} }));
    await expect(scheduled()).resolves.toBeDefined();
    scheduler.on(CreateScheduleCommand).rejects(new Error('no'));
    await expect(scheduled()).rejects.toThrow('no');
  });
});
