import type { Check } from '../lib/check.ts';
import { numberOption } from '../lib/options.ts';
import { checkHeadings } from './headings.ts';
import { checkLines } from './lines.ts';

/**
 * Rules about headings: `heading-skipped` (error), `title-missing`, `title-repeated`, `heading-repeated`,
 * `section-empty` (warnings), `heading-punctuation` (hint). About lines: `trailing-blanks`, `todo-left` (warnings),
 * `blank-lines`, `line-ending-missing`, `line-long` (hints).
 * Options: `longest_line` in characters (120).
 */
export const checkStructure: Check = ({ documents }, options) => {
  const longestLine = numberOption(options, 'longest_line', 120);
  return documents.flatMap((document) => [...checkHeadings(document), ...checkLines(document, longestLine)]);
};
