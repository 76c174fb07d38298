import { examineRun } from '../../local/examine.ts';
import { show } from '../../diagnostics/show.ts';
import { listRuns } from '../../store/file.ts';
import { exitCode } from '../exit-codes.ts';
import type { Command } from '../io.ts';
import { refuse } from '../io.ts';

interface Options {
  readonly run?: string;
}

/** Examines the records of runs, all of them or one, and says what is wrong with them. */
export const doctor: Command<Options> = async (call) => {
  const { io, options } = call;
  const all = await listRuns(io.cwd);
  if (options.run !== undefined && !all.includes(options.run)) {
    return refuse(call, { refused: `there is no run ${show(options.run)} here` });
  }
  const runs = options.run === undefined ? all : [options.run];
  const examined = await Promise.all(runs.map((run) => examineRun(io.cwd, run)));
  const sick = examined.filter(({ problems }) => problems.length > 0);
  if (options.json) io.stdout(`${JSON.stringify({ runs: examined })}\n`);
  else {
    for (const { run, problems } of examined) {
      const { red, green } = io.colours;
      io.stdout(
        problems.length === 0
          ? `${green('✓')} ${run}\n`
          : `${red('✗')} ${run}\n${problems.map((problem) => `    ${problem}\n`).join('')}`,
      );
    }
    if (examined.length === 0) io.stdout('There is no run here yet.\n');
  }
  return sick.length === 0 ? exitCode.done : exitCode.failed;
};
