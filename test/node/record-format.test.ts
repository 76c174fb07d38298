import { HEADER } from '../../lib/node/record.ts';
import { RECORD_FORMAT } from '../../lib/node/record-format.ts';
import { closeRun } from '../../lib/node/close-run.ts';
import { settleExecution } from '../../lib/node/settle-execution.ts';
import { startRun } from '../../lib/node/start-run.ts';
import type { Bench } from './bench.ts';
import { bench, graph, RUN } from './bench.ts';

/** The same run, as another version of the program would have written it. */
async function asWritten(b: Bench, format: number | undefined): Promise<void> {
  const { value, rev } = (await b.deps.state.read(RUN, [HEADER])).get(HEADER)!;
  const { format: _format, ...rest } = value;
  await b.deps.state.write(RUN, HEADER, { ...rest, ...(format !== undefined && { format }) }, rev);
}

describe('the format of a record', () => {
  it('stands in its header from the start, and stays when another execution goes on with the run', async () => {
    const b = bench(graph('A>B'));
    await b.visit('A');
    const format = async () => (await b.deps.state.read(RUN, [HEADER])).get(HEADER)!.value['format'];
    expect(await format()).toBe(RECORD_FORMAT);
    const input = { stepwright: { run: RUN, was: 'local' } };
    await startRun({ execution: 'two', name: 'two', input, epoch: 'two/0' }, b.deps);
    expect(await format()).toBe(RECORD_FORMAT);
  });

  it('is the first where it is not told', async () => {
    const b = bench(graph('A>B'));
    await b.visit('A');
    await asWritten(b, undefined);
    await b.visit('B');
    expect((await b.state()).nodes.get('B')!.status).toBe('passed');
  });

  it('that is newer is refused by every handler, which changes nothing', async () => {
    const b = bench(graph('A>B'));
    await b.visit('A');
    await asWritten(b, RECORD_FORMAT + 1);
    const before = await b.deps.state.readAll(RUN);
    const refused = {
      name: 'Stepwright.NewerRecord',
      message: `the record of the run ${RUN} was written by a newer stepwright (format 2; this one reads up to 1)`,
    };
    await expect(b.visit('B')).rejects.toMatchObject(refused);
    const event = { run: RUN, epoch: `${RUN}/0` };
    await expect(closeRun(event, b.deps)).rejects.toMatchObject(refused);
    await expect(settleExecution({ run: RUN, execution: 'local', cancelled: true }, b.deps)).rejects.toMatchObject(
      refused,
    );
    expect(await b.deps.state.readAll(RUN)).toEqual(before);
  });
});
