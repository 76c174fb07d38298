import { addStep } from '../edit/add-step.ts';
import type { NewStep } from '../edit/add-step.ts';
import { slug } from '../ir/slug.ts';
import { readNatural } from '../schedule/natural.ts';
import { wording } from '../schedule/wording.ts';
import { setSchedule } from '../edit/set-schedule.ts';
import type { Ask } from './ask.ts';
import { wrongIn } from './wrong-in-step.ts';

/** Asks for the steps and the schedule of a new workflow. Resolves to its text; undefined when the person leaves. */
export async function askWorkflow(ask: Ask, name: string): Promise<string | undefined> {
  const description = await ask.text({ message: 'What is it for?', check: notEmpty });
  if (description === undefined) return undefined;
  const head = `workflow:\n  name: ${JSON.stringify(name)}\n  description: ${JSON.stringify(description)}\n  version: "1.0.0"\n`;

  const steps: NewStep[] = [];
  for (;;) {
    const step = await askStep(ask, steps);
    if (step === 'left') return undefined;
    if (step === 'done') break;
    steps.push(step);
  }
  // Made one after the other from a list that begins with a block, so that it reads like one.
  let text = `${head}\nsteps:\n${blockOf(steps[0]!)}`;
  for (const step of steps.slice(1)) {
    const added = addStep(text, step);
    if (added.kind === 'refused') throw new Error(added.why);
    text = added.text;
  }
  return askSchedule(ask, text);
}

async function askStep(ask: Ask, before: readonly NewStep[]): Promise<NewStep | 'done' | 'left'> {
  const first = before.length === 0;
  const id = await ask.text({
    message: first ? 'The id of its first step?' : 'The id of the next step? (nothing: that is all)',
    ...(!first && { fallback: '' }),
    check: (answer) =>
      answer === '' && !first
        ? undefined
        : (notEmpty(answer) ??
          (before.some((step) => step.id === answer.normalize('NFC')) ? 'There is such a step already' : undefined) ??
          wrongIn({ id: answer, command: '/x' })),
  });
  if (id === undefined) return 'left';
  if (id === '') return 'done';
  const command = await ask.text({
    message: `What does ${id} do?`,
    ...usualCommand(id),
    check: (answer) => wrongIn({ id: 'x', command: answer }),
  });
  if (command === undefined) return 'left';
  if (first) return { id, command };
  const after = await ask.select(`After which step does ${id} run?`, [
    ...before.map((step) => ({ value: step.id, label: step.id })).reverse(),
    { value: '', label: 'none: at once' },
  ]);
  if (after === undefined) return 'left';
  return { id, command, ...(after !== '' && { depends_on: [after] }) };
}

async function askSchedule(ask: Ask, text: string): Promise<string | undefined> {
  const words = await ask.text({
    message: 'When does it run by itself? (such as "every weekday at 9am"; nothing: only when it is started)',
    fallback: '',
    check: (answer) => {
      if (answer === '') return undefined;
      const read = readNatural(answer);
      if (read.kind === 'cron') return undefined;
      return read.kind === 'unknown' ? `Not understood: ${read.why}` : `That may mean several things: ${read.why}`;
    },
  });
  if (words === undefined) return undefined;
  const read = readNatural(words);
  if (read.kind !== 'cron') return text;
  const agreed = await ask.confirm(`That is ${read.cron}: ${wording(read.cron)} (UTC). Is that right?`);
  if (agreed === undefined) return undefined;
  const set = agreed ? setSchedule(text, { enabled: true, cron: read.cron, timezone: 'UTC' }) : undefined;
  return set?.kind === 'edited' ? set.text : text;
}

function blockOf({ id, command }: NewStep): string {
  return `  - id: ${JSON.stringify(id)}\n    command: ${JSON.stringify(command)}\n`;
}

/** The command that is called as the step is, as far as a command can be. */
function usualCommand(id: string): { readonly fallback?: string } {
  const fallback = [`/${id}`, `/${slug(id)}`].find((command) => wrongIn({ id: 'x', command }) === undefined);
  return fallback === undefined ? {} : { fallback };
}

function notEmpty(answer: string): string | undefined {
  return answer.trim() === '' ? 'It must say something' : undefined;
}
