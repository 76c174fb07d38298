import { parseCron } from '../ir/cron.ts';
import { slug } from '../ir/slug.ts';

/** What a computer without a cloud needs to start a workflow by its own cron. */
export interface Runner {
  readonly workflow: string;
  /** Path of the workflow's file, relative to the project. */
  readonly file: string;
  /** The project's folder. */
  readonly project: string;
  /** The program and its first arguments: node and the command line's script. */
  readonly program: readonly string[];
  readonly overlap: 'skip' | 'allow' | 'queue';
}

/** A shell script that runs the workflow once, with its output in a log of the project. */
export function runnerScript({ workflow, file, project, program, overlap }: Runner): string {
  const name = slug(workflow) || 'workflow';
  const command = [...program, 'run', file, '--fresh', '--triggered-by', 'schedule'].map(shellWord).join(' ');
  const wait = overlap === 'skip' ? '-n ' : '';
  const lock =
    overlap === 'allow'
      ? []
      : [
          `# ${overlap === 'skip' ? 'A run that is due while another one goes on is left out' : 'A run that is due while another one goes on waits for it'} (overlap: ${overlap}).`,
          'if command -v flock >/dev/null 2>&1; then',
          `  exec 9> .workflow/schedule-${name}.lock`,
          `  flock ${wait}9 || exit 0`,
          'fi',
        ];
  return [
    '#!/bin/sh',
    `# Runs the workflow ${commentText(workflow)} of this project once; a line of crontab says when.`,
    `cd ${shellWord(project)} || exit 1`,
    'mkdir -p .workflow',
    ...lock,
    `exec ${command} >> .workflow/schedule-${name}.log 2>&1`,
    '',
  ].join('\n');
}

/**
 * The line of crontab that calls the script, with its time zone. The classic cron takes days as both to be fulfilled
 * where one of them begins with a star, so such a step is written out.
 */
export function crontabLines(cron: string, zone: string, script: string): string {
  const [minute, hour, day, month, weekday] = cron.trim().split(/[ \t]+/) as [string, string, string, string, string];
  const parsed = parseCron(cron);
  const either = 'cron' in parsed && parsed.cron.daysRestricted && parsed.cron.weekdaysRestricted;
  const days = either ? [day.replace('*/', '1-31/'), month, weekday.replace('*/', '0-6/')] : [day, month, weekday];
  // In crontab a percent sign ends the command.
  const command = shellWord(script).replaceAll('%', '\\%');
  return [`CRON_TZ=${zone}`, [minute, hour, ...days, command].join(' '), ''].join('\n');
}

function shellWord(word: string): string {
  return /^[A-Za-z0-9_./:=@+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function commentText(text: string): string {
  return text.replace(/\p{C}/gu, ' ');
}
