import { readFileSync } from 'node:fs';
import { Command as Commander, CommanderError, InvalidArgumentError, Option } from 'commander';
import { nearest } from '../diagnostics/near.ts';
import { exitCode } from './exit-codes.ts';
import type { Call, Io } from './io.ts';
import type { Verb, VerbOption } from './verb.ts';
import { groups, verbs } from './verbs.ts';

/** Runs the command line and resolves to the exit code. What it throws is a fault of the program. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const json = argv.includes('--json');
  let code: number = exitCode.done;
  const program = newProgram(io, json);
  for (const verb of verbs) {
    const command = addVerb(program, verb, async (call) => void (code = await (await verb.load())(call as never)), io);
    // Making the options of all verbs takes as long as what some verbs do.
    if (verb.name.split(' ').every((word) => argv.includes(word))) addOptions(command, verb);
  }
  try {
    checkHelp(program, argv);
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCode.done;
    if (json) io.stdout(`${JSON.stringify({ error: error.message.replace(/^error: /, '') })}\n`);
    return exitCode.usage;
  }
  return code;
}

/** Commander shows its whole help for a verb that it does not know. */
function checkHelp(program: Commander, argv: readonly string[]): void {
  const [verb, asked] = argv.filter((word) => !word.startsWith('-'));
  const names = program.commands.map((command) => command.name());
  if (verb !== 'help' || asked === undefined || asked === 'help' || names.includes(asked)) return;
  const near = nearest(asked, names);
  program.error(`error: unknown command '${asked}'${near === undefined ? '' : `\n(Did you mean ${near}?)`}`);
}

function newProgram(io: Io, json: boolean): Commander {
  return new Commander('stepwright')
    .description('Runs workflows written as YAML, here or on AWS Step Functions.')
    .version(version(), '-v, --version', 'print the version')
    .helpCommand('help [verb]', 'explain a verb')
    .showHelpAfterError('(stepwright help says more)')
    .exitOverride()
    .configureOutput({
      writeOut: io.stdout,
      // With --json the error is the document, not a text beside it.
      writeErr: (text) => (json ? undefined : io.stderr(text)),
      outputError: (text, write) => write(text.replace(/^error:/, io.colours.red('error'))),
    });
}

function addVerb(program: Commander, verb: Verb, action: (call: Call<object>) => Promise<void>, io: Io): Commander {
  const words = verb.name.split(' ');
  const command = groupOf(program, words.slice(0, -1))
    .command(`${words.at(-1)!} ${verb.args}`.trim())
    .summary(verb.summary)
    .description(sentence(verb.summary));
  command.option('--json', 'one JSON document on stdout, and nothing else');
  if (verb.passesOn) command.allowUnknownOption().allowExcessArguments();
  command.action(async (...all: unknown[]) => {
    // Commander hands over the arguments, then the options, then itself.
    const args = all.slice(0, -2) as (string | undefined)[];
    const options = all.at(-2) as object;
    if (!verb.passesOn) return action({ io, args, options, rest: [] });
    const { own, rest } = passedOn(command);
    return action({ io, args: args.map((_, i) => own[i]), options, rest });
  });
  return command;
}

function addOptions(command: Commander, verb: Verb): void {
  for (const option of verb.options) command.addOption(asOption(option));
  if (verb.examples.length === 0) return;
  const lines = verb.examples.map((example) => `  $ stepwright ${example}`);
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/** The command that a verb of several words belongs to: `state` of `state export`. */
function groupOf(program: Commander, words: readonly string[]): Commander {
  const [group] = words;
  if (group === undefined) return program;
  const existing = program.commands.find((command) => command.name() === group);
  return (
    existing ??
    program
      .command(group)
      .summary(groups.get(group)!)
      .description(sentence(groups.get(group)!))
  );
}

/**
 * What a verb leaves to another program: everything from the first option on that it does not know itself, or after
 * `--`. One that looks like an option of its own is a slip.
 */
function passedOn(command: Commander): { own: readonly string[]; rest: readonly string[] } {
  const first = command.args.findIndex((arg) => arg.startsWith('-'));
  if (first === -1) return { own: command.args, rest: [] };
  const rest = command.args.slice(first);
  const [flag] = rest[0]!.split('=');
  const known = command.options.flatMap(({ long }) => long ?? []);
  const meant = rest[0] === '--' ? undefined : nearest(flag!, known);
  if (meant !== undefined) command.error(`error: unknown option '${flag}'\n(Did you mean ${meant}?)`);
  return { own: command.args.slice(0, first), rest: rest.filter((arg) => arg !== '--') };
}

function asOption({ flags, text, kind, choices, default: value }: VerbOption): Option {
  const option = new Option(flags, text);
  if (choices) option.choices(choices);
  if (value !== undefined) option.default(value);
  if (kind === 'count') option.argParser(wholeNumber);
  if (kind === 'list') option.argParser((item: string, before: string[] | undefined) => [...(before ?? []), item]);
  return option;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError('It is a whole number from 1 on.');
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** From package.json, which lies two folders up, before bundling and after it. */
function version(): string {
  const { version: text } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return text;
}
