import type { Trigger } from './record.ts';
import { TRIGGERS } from './record.ts';

/** What those who start executions put into the input under `stepwright`; all of it is text. */
export interface StartControl {
  /** The run to go on with. */
  readonly run?: string;
  /** The owner that is taken over from; any other owner wins. */
  readonly was?: string;
  /** The run's input where it is a text. */
  readonly text?: string;
  /** Of a tick of a schedule: the workflow's name. */
  readonly schedule?: string;
  /** When the tick was due. */
  readonly scheduledTime?: string;
  /** Starts with the same key are one start, however often they are delivered. */
  readonly key?: string;
  /** One of `TRIGGERS`, where it is no person who starts the run; a tick need not say so. */
  readonly trigger?: string;
  /** `skip`, `allow` or `queue`: what becomes of the start while another run is going on. */
  readonly overlap?: string;
  /** Of a start that has waited: the run that it has waited for. */
  readonly after?: string;
  /** Of a run that a node of another workflow has started: that node (`ParentNode`), as JSON. */
  readonly parent?: string;
}

const FIELDS = [
  'run',
  'was',
  'text',
  'schedule',
  'scheduledTime',
  'key',
  'trigger',
  'overlap',
  'after',
  'parent',
] as const;

const OVERLAPS = ['skip', 'allow', 'queue'] as const;

/** What stands under `stepwright` in an execution's input; anybody may start executions, with any JSON object. */
export function controlOf(input: unknown): StartControl {
  const given = (input as { stepwright?: unknown } | null | undefined)?.stepwright;
  if (typeof given !== 'object' || given === null) return {};
  const values = given as Readonly<Record<string, unknown>>;
  return Object.fromEntries(FIELDS.filter((key) => typeof values[key] === 'string').map((key) => [key, values[key]]));
}

/**
 * What is wrong with it: a start that is meant to be one of a kind, or to give way, must not become another one unseen.
 * Fields that are not known are passed over, as later tools may have more.
 */
export function controlProblems(input: unknown): string[] {
  const given = (input as { stepwright?: unknown } | null | undefined)?.stepwright;
  if (given === undefined) return [];
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return ['stepwright in the input must be an object: it is kept for the tools that start runs'];
  const values = given as Readonly<Record<string, unknown>>;
  const known = FIELDS.filter((key) => values[key] !== undefined);
  const { overlap } = values;
  return [
    ...known.filter((field) => typeof values[field] !== 'string').map((field) => `stepwright.${field} must be a text`),
    ...(typeof overlap !== 'string' || (OVERLAPS as readonly string[]).includes(overlap)
      ? []
      : [`stepwright.overlap must be one of ${OVERLAPS.join(', ')}, and is ${JSON.stringify(overlap)}`]),
  ];
}

/** What starts a run, as far as its input says. */
export function triggerOf({ trigger, schedule }: StartControl): Trigger | undefined {
  return schedule !== undefined ? 'schedule' : TRIGGERS.find((known) => known === trigger);
}

/** The input of an execution that gives a run this input, and tells the machine what its tools want. */
export function executionInput(input: unknown, control: StartControl = {}): object {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
    return { ...input, ...(Object.keys(control).length > 0 && { stepwright: control }) };
  }
  if (input === undefined) return Object.keys(control).length > 0 ? { stepwright: control } : {};
  return { stepwright: { ...control, text: typeof input === 'string' ? input : JSON.stringify(input) } };
}

/** An execution's input as the two things that it is. */
export function splitInput(input: unknown): { control: StartControl; input: unknown } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { control: {}, input };
  const { stepwright: _stepwright, ...rest } = input as { stepwright?: unknown };
  const control = controlOf(input);
  if (control.text !== undefined) return { control, input: control.text };
  return { control, input: Object.keys(rest).length === 0 ? undefined : rest };
}
