import type { EventTrigger } from '../../ir/graph.ts';
import type { Facts, Rule } from './facts.ts';

/** What an event has besides its details, and then any way into one of these. */
const PATH = /^(?:id|source|detail-type|time|account|region|resources|detail)(?:\.[A-Za-z0-9_-]+|\[\d+\])*$/;

/** The field of the input that holds the event where the trigger does not say what to take from it. */
const WHOLE = 'event';

/** Each event says what it is about, in a way that EventBridge takes, and gives a run the input that it needs. */
export const triggers: Rule = (facts) => {
  for (const event of facts.graph.triggers?.events ?? []) {
    patternOf(event, facts);
    inputOf(event, facts);
  }
};

function patternOf({ pattern, at }: EventTrigger, { graph, report }: Facts): void {
  const { dialect } = graph;
  const { source, detail, ...others } = pattern;
  if (source === undefined && others['detail-type'] === undefined) report('eventUnbounded', { dialect }, at);
  for (const path of badLists({ source, ...others, detail })) report('eventValues', { dialect, path }, at);
  const ofMachines = Array.isArray(source) && source.includes('aws.states');
  if (ofMachines && !Object.hasOwn(detail ?? {}, 'stateMachineArn')) report('eventOfItself', { dialect }, at);
}

/** Paths of what is neither a map nor a list with something in it. */
function badLists(pattern: object, path: readonly string[] = []): string[] {
  return Object.entries<unknown>({ ...pattern }).flatMap(([key, value]) => {
    const here = [...path, key];
    if (value === undefined || (Array.isArray(value) && value.length > 0)) return [];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [here.join('.')];
    return Object.keys(value).length === 0 ? [here.join('.')] : badLists(value, here);
  });
}

function inputOf({ input, at }: EventTrigger, { graph, report }: Facts): void {
  const { dialect } = graph;
  for (const [name, { text: path, at: place }] of input ?? []) {
    if (name === 'stepwright') report('eventInputReserved', { dialect }, place);
    else if (!PATH.test(path)) report('eventPath', { dialect, name, path }, place);
  }
  const given = input ?? new Map([[WHOLE, undefined]]);
  const names = [...(graph.parameters ?? [])].flatMap(([name, { required, default: initial }]) =>
    required && (initial === undefined || initial === null) && !given.has(name) ? [name] : [],
  );
  if (names.length > 0) report('eventInputMissing', { dialect, names }, at);
}
