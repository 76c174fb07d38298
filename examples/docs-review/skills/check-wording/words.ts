/** Slips that are never right in English, and what was meant. */
export const MISSPELT: ReadonlyMap<string, string> = new Map([
  ['accomodate', 'accommodate'],
  ['adress', 'address'],
  ['alot', 'a lot'],
  ['arguement', 'argument'],
  ['begining', 'beginning'],
  ['calender', 'calendar'],
  ['commited', 'committed'],
  ['compatability', 'compatibility'],
  ['definately', 'definitely'],
  ['dependant', 'dependent'],
  ['enviroment', 'environment'],
  ['existance', 'existence'],
  ['explicitely', 'explicitly'],
  ['independant', 'independent'],
  ['lenght', 'length'],
  ['neccessary', 'necessary'],
  ['occured', 'occurred'],
  ['occurence', 'occurrence'],
  ['overriden', 'overridden'],
  ['paramter', 'parameter'],
  ['prefered', 'preferred'],
  ['recieve', 'receive'],
  ['recieved', 'received'],
  ['recomend', 'recommend'],
  ['refered', 'referred'],
  ['seperate', 'separate'],
  ['seperately', 'separately'],
  ['succesful', 'successful'],
  ['succesfully', 'successfully'],
  ['teh', 'the'],
  ['transfered', 'transferred'],
  ['untill', 'until'],
  ['usefull', 'useful'],
  ['wether', 'whether'],
]);

/** Words of which a second one in a row is always a slip. */
export const SMALL_WORDS: ReadonlySet<string> = new Set([
  'a',
  'an',
  'and',
  'are',
  'for',
  'from',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
]);

/** Words that good sentences have twice in a row: "it had had", "that that was so". */
export const DOUBLED: ReadonlySet<string> = new Set(['had', 'that']);

/** Words that claim that something is easy; they help nobody for whom it is not. */
export const EMPTY_WORDS = /\b(simply|just|obviously|basically|easily|of course|needless to say)\b/giu;

/** "is written by": a form of "to be", at most one adverb, a participle, and "by" before the one who does it. */
export const PASSIVE =
  /\b(is|are|was|were|been|being|be)\s+(\p{L}+ly\s+)?(\p{L}{2,}ed|built|chosen|done|found|given|kept|known|made|read|run|seen|sent|set|shown|taken|written)\s+by\s+(a|an|the|\p{Lu}\p{L}+)\b/u;
