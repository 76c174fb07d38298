import { counted } from '../lib/counted.ts';
import type { Finding } from '../lib/finding.ts';
import { byImportance, inOrder } from '../lib/finding.ts';
import type { Inventory } from '../lib/library.ts';
import type { Repairs, Verdict } from '../lib/repairs.ts';
import { COPIES } from '../lib/repairs.ts';
import type { Term } from '../lib/terms.ts';
import type { Counts, DocumentFigures, Figures } from './figures.ts';

export interface Review {
  readonly inventory: Inventory;
  readonly figures: Figures;
  /** Undefined, like the verdict, when nothing was reviewed. */
  readonly repairs: Repairs | undefined;
  readonly verdict: Verdict | undefined;
  readonly terms: readonly Term[];
}

/** The report for people, in Markdown: what to do first stands first. */
export function reportText(review: Review): string {
  const { inventory, figures, repairs, verdict } = review;
  const sections =
    repairs === undefined || verdict === undefined
      ? [nothingReviewed(inventory)]
      : [
          summary(figures, repairs),
          forAPerson(verdict, inventory),
          perDocument(figures, repairs, verdict),
          perRule(figures),
          spellings(review.terms),
        ];
  const text = ['# Review of the documents', ...sections, leftOut(inventory)].filter((part) => part !== '');
  return `${text.join('\n\n')}\n`;
}

function nothingReviewed({ root, files }: Inventory): string {
  return `Nothing was reviewed: none of the ${files.length} files in \`${root}\` is a document to review.`;
}

function summary({ scope, total, rounds, documents }: Figures, repairs: Repairs): string {
  const what = scope === 'links' ? 'the links alone' : 'links, structure, blocks of code and wording';
  return [
    `${counted(documents.length, 'document')}, ${what}: ${counted(total.found, 'finding')}, ${total.repaired} repaired ` +
      `in ${counted(rounds, 'round')}, ${total.left} left, among them ${counted(total.errorsLeft, 'error')}.`,
    `The repaired copies are in \`${COPIES}\`. ${
      repairs.level === 1
        ? 'Only repairs were made that cannot change the meaning.'
        : 'Some repairs are likely guesses; they are marked below, look at them before you take the copies over.'
    }`,
  ].join('\n\n');
}

/** Errors and warnings, those in much linked documents first. Lines are those of the copies. */
function forAPerson({ left }: Verdict, { documents }: Inventory): string {
  const weights = new Map(documents.map((entry) => [entry.path, entry.linkedFrom]));
  const grave = left.filter((finding) => finding.severity !== 'hint');
  if (grave.length === 0) return '## For a person\n\nNothing: no error and no warning is left.';
  const lines = byImportance(grave, (path) => weights.get(path) ?? 0).map(
    (finding, i) => `${i + 1}. **${finding.severity}** ${placeOf(finding)}: ${finding.message}`,
  );
  return `## For a person\n\n${lines.join('\n')}`;
}

function perDocument({ documents }: Figures, { made, putOff }: Repairs, { left }: Verdict): string {
  const rows = documents.map((one) => [
    `\`${one.path}\``,
    one.words,
    one.wordsPerSentence,
    one.linkedFrom,
    ...counts(one),
  ]);
  const head = ['Document', 'Words', 'Words a sentence', 'Linked from', 'Found', 'Repaired', 'Left', 'Errors left'];
  const details = documents.map((one) => {
    const of = (list: readonly Finding[]) => inOrder(list.filter((finding) => finding.document === one.path));
    const hints = of(left).filter((finding) => finding.severity === 'hint');
    return documentText(one, of(made), of(putOff), hints);
  });
  return ['## Per document', table(head, rows), ...details.filter((text) => text !== '')].join('\n\n');
}

function documentText(
  { path }: DocumentFigures,
  made: readonly Finding[],
  putOff: readonly Finding[],
  hints: readonly Finding[],
): string {
  const lines = [
    ...made.map(
      (one) => `- repaired, line ${one.line}: ${one.fix?.says}${one.fix?.level === 2 ? ' **(a guess)**' : ''}`,
    ),
    ...putOff.map((one) => `- put off, line ${one.line}: ${one.fix?.says}; another repair touches the same place`),
    ...hints.map((one) => `- hint, line ${one.line} of the copy: ${one.message}`),
  ];
  return lines.length === 0 ? '' : `### ${path}\n\n${lines.join('\n')}`;
}

function perRule({ rules }: Figures): string {
  if (rules.length === 0) return '';
  const rows = rules.map((one) => [`\`${one.rule}\``, ...counts(one)]);
  return `## Per rule\n\n${table(['Rule', 'Found', 'Repaired', 'Left', 'Errors left'], rows)}`;
}

function spellings(terms: readonly Term[]): string {
  const rows = terms
    .filter((term) => term.spellings.some((spelling) => spelling.count > 0))
    .map((term) => [term.prefer, term.spellings.map(({ text, count }) => `${text} (${count})`).join(', ')]);
  return rows.length === 0 ? '' : `## Terms\n\n${table(['Write', 'Spellings that occur'], rows)}`;
}

function leftOut({ excluded }: Inventory): string {
  if (excluded.length === 0) return '';
  return `## Left out\n\n${excluded.map(({ path, why }) => `- \`${path}\`: ${why}`).join('\n')}`;
}

function placeOf({ document, line }: Finding): string {
  return `\`${document}:${line}\``;
}

function counts({ found, repaired, left, errorsLeft }: Counts): number[] {
  return [found, repaired, left, errorsLeft];
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}
