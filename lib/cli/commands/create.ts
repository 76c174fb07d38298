import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nearest } from '../../diagnostics/near.ts';
import { printJson } from '../../diagnostics/print-json.ts';
import { list, show } from '../../diagnostics/show.ts';
import { rename } from '../../edit/rename.ts';
import { setSchedule } from '../../edit/set-schedule.ts';
import { check } from '../../compile/check.ts';
import { fileTrouble } from '../../ir/file-trouble.ts';
import { slug } from '../../ir/slug.ts';
import { syncFolder, writeNewFile } from '../../store/atomic-file.ts';
import { askWorkflow } from '../ask-workflow.ts';
import { exitCode } from '../exit-codes.ts';
import { findWorkflow, namedWorkflows } from '../find-workflow.ts';
import type { Call, Command, Io, Refused } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { knownWorkflows } from '../known-workflows.ts';
import { readTemplate, templateNames } from '../read-template.ts';
import { sayWarnings } from '../say-warnings.ts';
import { checkText, textOf } from '../write-edited.ts';

interface Options {
  readonly fromTemplate?: string;
  readonly description?: string;
}

/** The template of a workflow that nobody describes. */
const PLAINEST = 'single-step';

/** Makes `workflows/<name>.yaml`: from a template, or by asking at a terminal. Never replaces a workflow. */
export const create: Command<Options> = async (call) => {
  const { io, args, options } = call;
  const name = args[0] ?? (await io.ask?.text({ message: 'What is the workflow called?', check: badName }));
  if (name === undefined) return refuse(call, { refused: 'create needs a name, such as morning-routine' });
  const wrong = badName(name) ?? takenBy(io.cwd, name);
  if (wrong !== undefined) return refuse(call, { refused: wrong });
  const text = await newText(call, name);
  if (isRefused(text)) return refuse(call, text);
  const file = join('workflows', `${name}.yaml`);
  const valid = checkText(call, file, text.text);
  if (valid.kind === 'not-written') return valid.code;
  const failed = await writeNew(io, file, valid.text);
  if (failed) return refuse(call, failed);
  if (options.json) {
    io.stdout(`${JSON.stringify({ name, file, warnings: printJson(valid.warnings, file) }, null, 2)}\n`);
    return exitCode.done;
  }
  io.stdout(`${io.colours.green('✓')} ${file} is there\n`);
  sayWarnings(io, valid);
  io.stdout(`Try it with: stepwright run ${name} --mock\n`);
  return exitCode.done;
};

function badName(name: string): string | undefined {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && name.length <= 128) return undefined;
  const better = slug(name);
  return `the name ${show(name)} is not in kebab-case${better === '' ? '' : `; ${show(better)} is`}`;
}

/** Names are found in any case, so they are taken in any case. */
function takenBy(cwd: string, name: string): string | undefined {
  const same = (other: string) => other.toLowerCase() === name.toLowerCase();
  const file = namedWorkflows(cwd).find((workflow) => same(workflow.name));
  if (file) return `there is a workflow ${file.name} already; stepwright edit changes it`;
  const known = knownWorkflows(cwd).find((workflow) => same(workflow.name));
  return known && `the workflow in ${known.file.file} is called ${known.name} already`;
}

async function newText(call: Call<Options>, name: string): Promise<{ readonly text: string } | Refused> {
  const { io, options } = call;
  if (options.fromTemplate === undefined && io.ask) {
    const text = await askWorkflow(io.ask, name);
    return text === undefined ? { refused: 'nothing is made' } : { text };
  }
  const template = templateOf(io, options.fromTemplate ?? PLAINEST);
  if (isRefused(template)) return template;
  const renamed = rename(template.text, name, options.description);
  return renamed.kind === 'refused'
    ? { refused: `the template cannot be used: ${renamed.why}` }
    : { text: renamed.text };
}

/** A template of the package, or a workflow of the project, whose schedule is switched off in the copy. */
function templateOf({ cwd }: Io, wanted: string): { readonly text: string } | Refused {
  const text = readTemplate(wanted);
  if (text !== undefined) return { text };
  const file = findWorkflow(cwd, wanted);
  if (isRefused(file)) {
    const names = templateNames();
    const near = nearest(wanted, names);
    const hint = near === undefined ? '' : `did you mean ${near}? `;
    return {
      refused: `there is no template ${wanted}; ${hint}there are ${list(names)}, and the workflows of the project`,
    };
  }
  const own = textOf(file);
  if (typeof own !== 'string') return own;
  if (!check(own).graph?.schedule?.enabled) return { text: own };
  const quiet = setSchedule(own, { enabled: false });
  return quiet.kind === 'refused' ? { refused: `${file.file}: ${quiet.why}` } : { text: quiet.text };
}

async function writeNew({ cwd }: Io, file: string, text: string): Promise<Refused | undefined> {
  try {
    const path = join(cwd, file);
    mkdirSync(dirname(path), { recursive: true });
    await writeNewFile(path, text);
    await syncFolder(dirname(path));
    return undefined;
  } catch (error) {
    return { refused: `${file} cannot be written: ${fileTrouble(error)}` };
  }
}
