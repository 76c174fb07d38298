import type { WorkflowTable } from '../ir/table.ts';
import type { Asked } from './deps.ts';
import type { Notice, Whereabouts } from './notice.ts';
import { cut, quoted, subjectOf } from './notice.ts';
import { waitedText } from './silence.ts';

/** Characters of a question. */
const QUESTION = 2000;

/** Labels for each of which a command is shown. */
const SHOWN = 12;

/** Tells that a node waits for a person: what it asks, what may be answered, and how. */
export function waitingNotice(table: WorkflowTable, asked: Asked, where: Whereabouts): Notice {
  const { run, node, waiting, ticket } = asked;
  const labels = waiting.labels ?? [];
  const question = cut(waiting.question, QUESTION);
  const lines = [
    `A run of the workflow ${table.name} waits for an answer.`,
    '',
    question,
    '',
    ...(labels.length > 0 ? [`Choose:  ${labels.map((label) => JSON.stringify(label)).join(', ')}`] : []),
    `Node:    ${node.id}`,
    `Run:     ${run}`,
    `Until:   ${waiting.until}, ${silence(asked)}`,
    '',
    'Answer on the command line:',
    ...answers(labels).map((answer) => `  stepwright approve ${quoted(node.id)}${where.flags} --run ${run} ${answer}`),
    ...(where.url === undefined
      ? []
      : ['', 'or by HTTP, with a signed request:', ...request(asked, labels, where.url)]),
    '',
  ];
  return {
    key: `wait#${node.slug}#${ticket}`,
    subject: subjectOf(`${table.name}: ${node.id} waits for an answer`),
    text: lines.join('\n'),
    about: { kind: 'waiting', workflow: table.name, run, node: node.id },
  };
}

function silence({ node, waiting }: Asked): string {
  const after = `${waitedText(waiting)} after the question`;
  // What a skill asks while it works, `on_timeout` does not answer.
  const { label, text, fail } = (waiting.kind === undefined ? node.onTimeout : undefined) ?? {};
  if (label !== undefined || text !== undefined) return `${after}; then the answer is ${JSON.stringify(label ?? text)}`;
  return `${after}; then the node fails${fail === undefined ? '' : ` (${fail})`}`;
}

function answers(labels: readonly string[]): string[] {
  const chosen = labels.slice(0, SHOWN).map((label) => `--label ${quoted(label)}`);
  return [...(chosen.length > 0 ? chosen : ["--text 'your answer'"]), "--fail 'what is wrong'"];
}

function request({ run, node, ticket }: Asked, [label]: readonly string[], url: string): string[] {
  const answer = label === undefined ? { text: 'your answer' } : { label };
  return [
    `  POST ${url}/runs/${run}/nodes/${encodeURIComponent(node.id)}/answer`,
    `  ${JSON.stringify({ ...answer, ticket })}`,
  ];
}
