/** Words that say nothing about when. */
const FILLERS = new Set([
  ...['and', 'at', 'on', 'the', 'in', 'of', 'please', 'run', 'it', 'start', 'around', "o'clock", 'oclock', 'during'],
]);

/** Numbers in words, as far as people write them for schedules. */
const NUMBERS: ReadonlyMap<string, string> = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
    .map((word, i): [string, string] => [word, String(i + 1)])
    .concat([
      ['fifteen', '15'],
      ['twenty', '20'],
      ['thirty', '30'],
    ]),
);

/** The words of a schedule in lower case, without those that say nothing; `9 am` becomes `9am`, and two `2`. */
export function readWords(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\ba\.m\.?/g, 'am')
    .replace(/\bp\.m\.?/g, 'pm')
    .replace(/\b(business|working|work)[ -]days?\b/g, 'weekdays')
    .replace(/[.!]+$/, '')
    .replace(/[,;&+]/g, ' ')
    .replace(/(\d)\s+(am|pm)\b/g, '$1$2')
    .replace(/\s*[-–]\s*(?=[a-z])/g, (dash) => (dash.trim() === '' ? ' ' : '-'));
  return plain
    .split(/\s+/)
    .filter((word) => word !== '' && !FILLERS.has(word))
    .map((word) => NUMBERS.get(word) ?? word);
}
