import type { NewStep } from '../../edit/add-step.ts';
import { addStep } from '../../edit/add-step.ts';
import type { Edited } from '../../edit/edited.ts';
import { removeStep } from '../../edit/remove-step.ts';
import { setSchedule } from '../../edit/set-schedule.ts';
import { printJson } from '../../diagnostics/print-json.ts';
import { list } from '../../diagnostics/show.ts';
import { exitCode } from '../exit-codes.ts';
import { findWorkflow } from '../find-workflow.ts';
import type { Call, Command, Refused } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { sayWarnings } from '../say-warnings.ts';
import { checkText, textOf, writeText } from '../write-edited.ts';
import { wrongIn } from '../wrong-in-step.ts';

interface Options {
  readonly addStep?: string;
  readonly command?: string;
  readonly name?: string;
  readonly arg?: readonly string[];
  readonly dependsOn?: readonly string[];
  readonly outputAs?: string;
  readonly condition?: string;
  readonly removeStep?: string;
  readonly schedule?: string;
  readonly timezone?: string;
}

/** What is known of a change beyond the text. */
interface Change {
  readonly text: string;
  readonly said: readonly string[];
}

/** Changes a workflow's file, and leaves everything else of it as it is written. */
export const edit: Command<Options> = async (call) => {
  const { io, args, options } = call;
  const file = findWorkflow(io.cwd, args[0]);
  if (isRefused(file)) return refuse(call, file);
  const before = textOf(file);
  if (typeof before !== 'string') return refuse(call, before);
  const changed = await changes(call, { text: before, said: [] });
  if (isRefused(changed)) return refuse(call, changed);
  const valid = checkText(call, file.file, changed.text);
  if (valid.kind === 'not-written') return valid.code;
  const refused = await writeText(file, valid);
  if (refused) return refuse(call, refused);
  if (options.json) {
    const warnings = printJson(valid.warnings, file.file);
    io.stdout(`${JSON.stringify({ file: file.file, changes: changed.said, warnings }, null, 2)}\n`);
  } else {
    for (const line of changed.said) io.stdout(`${io.colours.green('✓')} ${file.file}: ${line}\n`);
    sayWarnings(io, valid);
  }
  return exitCode.done;
};

async function changes(call: Call<Options>, begun: Change): Promise<Change | Refused> {
  const { removeStep: removed, schedule, timezone } = call.options;
  let change: Change | Refused = begun;
  if (removed !== undefined) change = remove(change, removed);
  if (!isRefused(change)) change = await add(call, change);
  if (!isRefused(change) && (schedule !== undefined || timezone !== undefined))
    change = plan(change, schedule, timezone);
  if (isRefused(change) || change.said.length > 0) return change;
  return { refused: 'nothing to change: --add-step, --remove-step and --schedule say what' };
}

function remove({ text, said }: Change, id: string): Change | Refused {
  const removed = removeStep(text, id.normalize('NFC'));
  if (removed.kind === 'refused') return { refused: `${id} is not removed: ${removed.why}` };
  const { rewired } = removed;
  const also =
    rewired.length === 0
      ? ''
      : `; ${list(rewired)} now ${rewired.length === 1 ? 'depends' : 'depend'} on what it depended on`;
  return { text: removed.text, said: [...said, `removed the step ${id}${also}`] };
}

const onlyForNew = {
  command: '--command',
  name: '--name',
  arg: '--arg',
  dependsOn: '--depends-on',
  outputAs: '--output-as',
  condition: '--condition',
} as const;

async function add({ io, options }: Call<Options>, change: Change): Promise<Change | Refused> {
  const id = options.addStep?.normalize('NFC');
  if (id === undefined) {
    const useless = Object.entries(onlyForNew).flatMap(([key, flag]) => (key in options ? [flag] : []));
    return useless.length === 0 ? change : { refused: `${list(useless)} can only be given with --add-step` };
  }
  const command =
    options.command ??
    (await io.ask?.text({
      message: `What does ${id} do? (a command such as /inbox:triage)`,
      check: (answer) => wrongIn({ id: 'x', command: answer }),
    }));
  if (command === undefined) return { refused: '--add-step needs --command, such as --command /inbox:triage' };
  const args: [string, string][] = [];
  for (const arg of options.arg ?? []) {
    const [, key, value] = /^([^=]+)=([\s\S]*)$/.exec(arg) ?? [];
    if (key === undefined) return { refused: `--arg wants name=value: ${arg}` };
    if (args.some(([name]) => name === key)) return { refused: `--arg gives ${key} twice` };
    args.push([key, value!]);
  }
  const { name, dependsOn, outputAs, condition } = options;
  const step: NewStep = {
    id,
    ...(name !== undefined && { name }),
    command,
    ...(args.length > 0 && { args }),
    ...(dependsOn && { depends_on: [...new Set(dependsOn.map((one) => one.normalize('NFC')))] }),
    ...(outputAs !== undefined && { output_as: outputAs }),
    ...(condition !== undefined && { condition }),
  };
  return applied(change, addStep(change.text, step), `added the step ${id}`, `${id} is not added`);
}

function plan(change: Change, cron: string | undefined, timezone: string | undefined): Change | Refused {
  const fields = { ...(cron !== undefined && { enabled: true, cron }), ...(timezone !== undefined && { timezone }) };
  const said =
    cron === undefined
      ? `its schedule is in ${timezone!}`
      : `scheduled as ${cron}${timezone === undefined ? '' : ` in ${timezone}`}`;
  return applied(change, setSchedule(change.text, fields), said, 'the schedule is not set');
}

function applied({ said }: Change, edited: Edited, done: string, not: string): Change | Refused {
  return edited.kind === 'refused'
    ? { refused: `${not}: ${edited.why}` }
    : { text: edited.text, said: [...said, done] };
}
