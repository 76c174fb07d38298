import { isDirectory } from '../../ir/paths.ts';
import type { SkillContext, SkillOutcome } from '../skill.ts';

/**
 * Closes a workflow: writes a draft to each declared output. The report itself is written when the run has ended,
 * since what ends after this node belongs to it too.
 */
export async function engineeringCloseout(context: SkillContext): Promise<SkillOutcome> {
  for (const output of context.outputs) {
    await context.artifacts.write(isDirectory(output) ? `${output}closeout-report.md` : output, draft(context));
  }
  return { note: 'the report follows when the run has ended' };
}

function draft({ run, node, inputs, absent }: SkillContext): string {
  const lines = [
    ...inputs.map((path) => `- Verified: ${path} is at hand.`),
    ...absent.map((path) => `- Verified: ${path} does not exist in this run.`),
  ];
  const list = lines.length > 0 ? lines : ['- This node declares no inputs.'];
  return `# Draft of the closeout\n\nWritten by ${node} before the run ${run} had ended.\n\n${list.join('\n')}\n`;
}
