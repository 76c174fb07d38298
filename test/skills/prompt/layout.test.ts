import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemText, taskText } from '../../../lib/skills/prompt/layout.ts';
import { promptContext, promptSkill } from './fake-skill.ts';

describe('the layout of a prompt', () => {
  it('is the one that is documented', async () => {
    const { context } = promptContext({
      description: 'Draft the reply.',
      round: 2,
      args: { tone: 'friendly', to: 'Ann Lee' },
      input: { ticket: 7, text: 'It does not start.' },
      context: { workflow_name: 'replies', ticket: '7', S1_status: 'passed' },
      labels: ['send it', 'ask again'],
      files: { 'notes.md': 'Restart it.\n', 'log.txt': 'y'.repeat(30_000) },
      absent: ['history.md'],
      outputs: ['reply.md', 'attachments/'],
      answers: [{ question: 'May we offer a refund?', answer: 'No.' }],
    });
    const skill = promptSkill({ instructions: 'Write a $1 reply. All: $ARGUMENTS. Cost: $100, $9.' });
    const text = `${systemText(skill, context)}\n=== first message ===\n\n${await taskText(context)}`;
    const file = join(import.meta.dirname, 'layout.txt');
    if (process.env['UPDATE_SAMPLES'] === '1') writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  it('leaves out what there is nothing of', async () => {
    const { context } = promptContext();
    expect(await taskText(context)).toBe('## Task\n\nNode node.\n');
  });
});
