import { stackPrefix, stage } from './place-options.ts';
import type { Verb } from './verb.ts';

/** The verbs that list, make and change workflow files. */
export const workflowVerbs: readonly Verb[] = [
  {
    name: 'list',
    args: '',
    summary: 'list the workflows here',
    options: [
      { flags: '--scheduled', text: 'only those whose schedule is on' },
      { flags: '--verbose', text: 'with their steps, schedules and last runs' },
    ],
    examples: ['list', 'list --scheduled --json'],
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'create',
    args: '[name]',
    summary: 'make a workflow in workflows/, by asking for its steps or from a template',
    options: [
      {
        flags: '--from-template <template>',
        text: 'single-step, daily-briefing, approval, or a workflow of this project',
      },
      { flags: '--description <text>', text: 'what it is for' },
    ],
    examples: ['create morning-routine', 'create morning-routine --from-template daily-briefing'],
    load: async () => (await import('./commands/create.ts')).create,
  },
  {
    name: 'edit',
    args: '[workflow]',
    summary: 'add or remove a step, or set the schedule; the rest of the file stays as it is written',
    options: [
      { flags: '--add-step <id>', text: 'add a step behind the others' },
      { flags: '--command <command>', text: 'of the new step: what it does, such as /inbox:triage' },
      { flags: '--name <text>', text: 'of the new step: what is shown for it' },
      { flags: '--arg <name=value>', text: 'of the new step: an argument', kind: 'list' },
      { flags: '--depends-on <id>', text: 'of the new step: a step that comes before it', kind: 'list' },
      { flags: '--output-as <key>', text: 'of the new step: the context key that receives its output' },
      { flags: '--condition <condition>', text: 'of the new step: it runs only when this holds' },
      { flags: '--remove-step <id>', text: 'remove a step; those after it then depend on what it depended on' },
      { flags: '--schedule <cron>', text: 'set the schedule and switch it on' },
      { flags: '--timezone <zone>', text: 'the zone of the schedule, such as Europe/Berlin' },
    ],
    examples: [
      'edit morning-routine --add-step post --command /chat:post --depends-on briefing',
      'edit morning-routine --remove-step calendar',
      'edit morning-routine --schedule "0 9 * * 1-5" --timezone Europe/Berlin',
    ],
    load: async () => (await import('./commands/edit.ts')).edit,
  },
  {
    name: 'schedule',
    args: '[workflow]',
    summary: 'show or set when a workflow runs by itself',
    options: [
      { flags: '--cron <cron>', text: 'set it: minute, hour, day of month, month, weekday' },
      { flags: '--natural <words>', text: 'set it in words, such as "every weekday at 9am"' },
      { flags: '--timezone <zone>', text: 'the zone of the times, such as Europe/Berlin' },
      { flags: '--enable', text: 'switch it on' },
      { flags: '--disable', text: 'switch it off, and keep it' },
      { flags: '--list', text: 'the schedules of all workflows here' },
      {
        flags: '--persistent [file]',
        text: 'show a script and lines of crontab that run it on this computer; write the script to the file',
      },
      { flags: '--yes', text: 'take the words as they are understood, without asking' },
      { flags: '--cloud', text: 'on the deployed stack: show its schedules, or switch them' },
      stage,
      stackPrefix,
    ],
    examples: [
      'schedule morning-routine --natural "every weekday at 9am" --timezone Europe/Berlin --yes',
      'schedule --list',
      'schedule morning-routine --disable --cloud',
    ],
    load: async () => (await import('./commands/schedule.ts')).schedule,
  },
];
