import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { NewStep } from '../../lib/edit/add-step.ts';
import { addStep } from '../../lib/edit/add-step.ts';
import type { Edited } from '../../lib/edit/edited.ts';
import { removeStep } from '../../lib/edit/remove-step.ts';
import { rename } from '../../lib/edit/rename.ts';
import type { ScheduleChange } from '../../lib/edit/set-schedule.ts';
import { setSchedule } from '../../lib/edit/set-schedule.ts';

type Edit =
  | { readonly do: 'addStep'; readonly step: NewStep }
  | { readonly do: 'removeStep'; readonly id: string }
  | { readonly do: 'setSchedule'; readonly change: ScheduleChange }
  | { readonly do: 'rename'; readonly name: string; readonly description?: string };

const samples = path.join(import.meta.dirname, 'samples');

/** Each folder has a text, an edit of it, and the whole text that must come out. `UPDATE_SAMPLES=1` writes that. */
describe('an edit of a workflow', () => {
  it.each(readdirSync(samples))('%s', (name) => {
    const file = (part: string) => path.join(samples, name, part);
    const input = readFileSync(file('input.yaml'), 'utf8');
    const edited = apply(input, JSON.parse(readFileSync(file('edit.json'), 'utf8')) as Edit);
    const text = edited.kind === 'edited' ? edited.text : `refused: ${edited.why}\n`;
    if (process.env['UPDATE_SAMPLES'] && !existsSync(file('expected.yaml'))) writeFileSync(file('expected.yaml'), text);
    expect(text).toBe(readFileSync(file('expected.yaml'), 'utf8'));
  });
});

function apply(text: string, edit: Edit): Edited {
  switch (edit.do) {
    case 'addStep':
      return addStep(text, edit.step);
    case 'removeStep':
      return removeStep(text, edit.id);
    case 'setSchedule':
      return setSchedule(text, edit.change);
    case 'rename':
      return rename(text, edit.name, edit.description);
  }
}
