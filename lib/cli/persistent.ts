import { writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Graph } from '../ir/graph.ts';
import { slug } from '../ir/slug.ts';
import { crontabLines, runnerScript } from '../schedule/runner-script.ts';
import type { WorkflowFile } from './find-workflow.ts';
import type { Io } from './io.ts';

/** What starts a workflow on this computer, without a cloud. */
export interface Persistent {
  readonly script: string;
  readonly crontab: string;
  /** Where the script has been written; null where that was not asked for, or did not succeed. */
  readonly path: string | null;
  readonly warning?: string;
}

/**
 * Makes a script that runs the workflow, and the lines of crontab that call it. The script is written where the user
 * says, if that is given and no file yet; a script that cannot be written is only shown. Nothing is ever installed.
 */
export function persistent(io: Io, file: WorkflowFile, graph: Graph, where: string | undefined): Persistent {
  const { schedule, name } = graph;
  const script = runnerScript({
    workflow: name.text,
    file: file.file,
    project: io.cwd,
    program: [process.execPath, process.argv[1] ?? 'stepwright'],
    overlap: schedule!.overlap,
  });
  const wanted = resolve(io.cwd, where ?? `run-${slug(name.text) || 'workflow'}.sh`);
  const crontab = crontabLines(schedule!.cron!.text, schedule!.timezone?.text ?? 'UTC', wanted);
  if (where === undefined) return { script, crontab, path: null };
  try {
    writeFileSync(wanted, script, { flag: 'wx', mode: 0o755 });
    return { script, crontab, path: relative(io.cwd, wanted) };
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const why = taken ? 'there is such a file already' : (error as Error).message;
    return { script, crontab, path: null, warning: `the script is not written to ${where}, and only shown: ${why}` };
  }
}

export function sayPersistent({ stdout, stderr, colours }: Io, { script, crontab, path, warning }: Persistent): void {
  if (warning !== undefined) stderr(`${colours.yellow('warning')} ${warning}\n`);
  if (path === null) {
    stdout(`\nThis script runs the workflow; --persistent <file> writes it:\n\n${colours.dim(script)}`);
  } else stdout(`\n${colours.green('✓')} ${path} runs the workflow\n`);
  stdout(`\nThese lines in the crontab (crontab -e) call it; add them yourself:\n\n${colours.dim(crontab)}`);
  stdout('\nA cron that does not know CRON_TZ takes the times as those of this computer.\n');
}
