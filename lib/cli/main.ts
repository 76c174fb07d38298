import { readFileSync } from 'node:fs';
import { Command as Commander, CommanderError, InvalidArgumentError, Option } from 'commander';
import { exitCode } from './exit-codes.ts';
import type { Call, Io } from './io.ts';
import type { Verb, VerbOption } from './verbs.ts';
import { verbs } from './verbs.ts';

/** Runs the command line and resolves to the exit code. What it throws is a fault of the program. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const json = argv.includes('--json');
  let code: number = exitCode.done;
  const program = newProgram(io, json);
  for (const verb of verbs)
    addVerb(program, verb, async (call) => void (code = await (await verb.load())(call as never)), io);
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCode.done;
    if (json) io.stdout(`${JSON.stringify({ error: error.message.replace(/^error: /, '') })}\n`);
    return exitCode.usage;
  }
  return code;
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

function addVerb(program: Commander, verb: Verb, action: (call: Call<object>) => Promise<void>, io: Io): void {
  const command = program
    .command(`${verb.name} ${verb.args}`.trim())
    .summary(verb.summary)
    .description(sentence(verb.summary));
  for (const option of verb.options) command.addOption(asOption(option));
  command.option('--json', 'one JSON document on stdout, and nothing else');
  if (verb.examples.length > 0) {
    const lines = verb.examples.map((example) => `  $ stepwright ${example}`);
    command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
  command.action(async (...all: unknown[]) => {
    // Commander hands over the arguments, then the options, then itself.
    const args = all.slice(0, -2) as (string | undefined)[];
    await action({ io, args, options: all.at(-2) as object });
  });
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
