import type { Code, InDialect } from '../entry.ts';
import { didYouMean, error, remark, unreadable, warning } from '../entry.ts';
import { codePoint, list, show } from '../show.ts';

export interface Field {
  /** As the file names it. */
  readonly field: string;
  /** Whose field it is: `node "a"`, `edges[2]`, `the workflow`. */
  readonly owner: string;
}

export interface Events {
  readonly events: number;
  readonly limit: number;
}

export interface Bytes {
  readonly bytes: number;
  readonly limit: number;
}

const number = (value: number) => value.toLocaleString('en-US');
const historyText = ({ events, limit }: Events) =>
  `In the worst case the execution's history reaches ${number(events)} events; the service ends it at 25,000, and ${number(limit)} are safe`;
const historyAdvice = 'Lower the limits of the loops, or make two workflows of it.';
const definitionText = ({ bytes, limit }: Bytes) =>
  `The definition has about ${number(bytes)} bytes; the service takes ${number(limit)}`;

/** What is said of fields whatever they mean: present, known, of the right type. */
export const fields = {
  noDialect: error<{ found: readonly string[]; near: string | undefined }>(
    'G01',
    ({ found }) =>
      `The file has neither \`nodes\` nor \`steps\`${found.length > 0 ? `; it has ${list(found.map(show))}` : ''}`,
    ({ near }) =>
      `${near ? `Did you mean "${near}"? ` : ''}A graph needs name, version, nodes, edges and final; a list of steps needs workflow and steps.`,
  ),
  bothDialects: error<{ firstLine: number }>(
    'G01',
    ({ firstLine }) => `The file has both \`nodes\` and \`steps\`; the other one stands at line ${firstLine}`,
    () =>
      'A graph has name, version, nodes, edges and final; a list of steps has workflow and steps. Use one of the two.',
  ),
  notAMap: error<InDialect>(
    unreadable,
    () => 'The file must be a map of fields',
    () => 'A graph has name, version, nodes, edges and final; a list of steps has workflow and steps.',
  ),
  missing: error<Field & { code: Code; values?: readonly string[] | undefined }>(
    ({ code }) => code,
    ({ field, owner }) => `\`${field}\` of ${owner} is missing`,
    ({ values }) => values && `It is one of ${list(values, 'or')}.`,
  ),
  empty: error<Field & { code: Code }>(
    ({ code }) => code,
    ({ field, owner }) => `\`${field}\` of ${owner} is empty`,
  ),
  wrongType: error<Field & { code: Code; wanted: string; found: string; near?: string | undefined }>(
    ({ code }) => code,
    ({ field, owner, wanted, found }) => `\`${field}\` of ${owner} must be ${wanted}, not ${found}`,
    ({ near }) => didYouMean(near),
  ),
  unknownField: warning<InDialect & Field & { near: string | undefined; elsewhere: string | undefined }>(
    remark,
    ({ field, owner }) => `The field ${show(field)} of ${owner} is unknown and has no effect`,
    ({ near, elsewhere }) => (elsewhere ? `It is a field of ${elsewhere}.` : didYouMean(near)),
  ),
  badId: error<InDialect & { id: string; problem: string }>(
    unreadable,
    ({ id, problem }) => `The id ${show(id)} ${problem}`,
    () => 'An id is a text of 1 to 128 characters, without "/", blanks at its ends, or invisible characters.',
  ),
  badName: error<InDialect & { name: string }>(
    unreadable,
    ({ name }) => `The name ${show(name)} has ${[...name].length} characters; 1 to 128 are allowed`,
  ),
  badInputName: error<InDialect & { name: string }>(
    unreadable,
    ({ name }) => `The input ${show(name)} cannot have that name`,
    () =>
      'Inputs are context keys: letters, digits and "_", and none of workflow_name, workflow_version, run_id, run_timestamp.',
  ),
  badInputDefault: error<InDialect & { name: string; type: string }>(
    unreadable,
    ({ name, type }) => `The default of the input ${show(name)} is no ${type}`,
  ),
  timeoutOverLambda: warning<InDialect & { seconds: number }>(
    ({ dialect }) => (dialect === 'graph' ? 'G18' : 'V012'),
    ({ seconds }) => `${seconds} seconds are more than the 840 that a skill has in one Lambda function`,
    () => 'It runs here, but cannot be deployed so. Use a lambda skill that calls back, or a human step.',
  ),
  timeoutNotDeployable: error<InDialect & { seconds: number }>(
    ({ dialect }) => (dialect === 'graph' ? 'G18' : 'V012'),
    ({ seconds }) => `${seconds} seconds are more than the 840 that a skill has in one Lambda function`,
    () => 'Lower the limit, or use a lambda skill that calls back, or a human step.',
  ),
  historyTooLong: error<InDialect & Events>(remark, historyText, () => historyAdvice),
  historyOnlyLocal: warning<InDialect & Events>(
    remark,
    historyText,
    () => `It runs here, but cannot be deployed so. ${historyAdvice}`,
  ),
  historyWithRetries: warning<InDialect & Events>(
    remark,
    ({ events, limit }) =>
      `If the platform failed at every step, the execution's history would reach ${number(events)} events; ${number(limit)} are safe`,
  ),
  definitionTooLarge: error<InDialect & Bytes>(remark, definitionText),
  definitionOnlyLocal: warning<InDialect & Bytes>(
    remark,
    definitionText,
    () => 'It runs here, but cannot be deployed so.',
  ),
};

/** What is wrong with an id, as the end of a sentence. */
export const idProblem = {
  empty: 'is empty',
  slash: 'holds "/"',
  blanks: 'begins or ends with a blank',
  hidden: (character: string) => `holds the character ${codePoint(character)}, which cannot be seen`,
  long: (length: number) => `has ${length} characters`,
};
