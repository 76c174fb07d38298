import type { AllowedMoment, Moment } from './result.ts';

/**
 * Everything that happened to each node, with what had to happen before. A run that stops at an unlucky moment ends
 * somewhere on the way, and this tells which of the ways are possible.
 */
export interface History {
  readonly moments: Map<string, LivedMoment[]>;
  /** Nodes that stop or pause the run, each with how far every other node must have come by then. */
  readonly stoppers: Map<string, Map<string, number>>;
}

type LivedMoment = Omit<AllowedMoment, 'place'>;

/** Begins with where each node stands: nothing has happened to it, unless the run goes on. */
export function startHistory(nodes: Iterable<readonly [string, Moment]>): History {
  return {
    moments: new Map([...nodes].map(([id, { status, runs }]) => [id, [{ status, runs, after: new Map() }]])),
    stoppers: new Map(),
  };
}

/** Adds a moment of a node, which comes after all that the nodes in `because` have lived through so far. */
export function remember(history: History, id: string, moment: Moment, because: Iterable<string>): void {
  const own = history.moments.get(id)!;
  own.push({ ...moment, after: knownTo(history, [id, ...because]) });
}

/** Adds moments of several nodes that come at once: who knows of one knows of all. */
export function rememberTogether(
  history: History,
  moments: ReadonlyMap<string, Moment>,
  because: Iterable<string>,
): void {
  const after = knownTo(history, [...moments.keys(), ...because]);
  for (const id of moments.keys()) after.set(id, history.moments.get(id)!.length);
  for (const [id, moment] of moments) history.moments.get(id)!.push({ ...moment, after });
}

/** The latest moment of a node could have come about in another way. */
export function forgetCause(history: History, id: string): void {
  const own = history.moments.get(id)!;
  own.push({ ...own.pop()!, after: new Map() });
}

/** Notes that the latest moment of a node stops the run, and that those of `also` came at the same moment. */
export function rememberStop(history: History, id: string, also: Iterable<string> = []): void {
  const known = knownTo(history, [id]);
  for (const other of also) known.set(other, history.moments.get(other)!.length - 1);
  history.stoppers.set(id, known);
}

/** What may be told of a node when the run has stopped. */
export function allowedMoments(history: History, id: string): AllowedMoment[] {
  const earliest = Math.min(...[...history.stoppers.values()].map((known) => known.get(id) ?? 0));
  const possible = history.moments.get(id)!.map((moment, place) => ({ ...moment, place }));
  // A node that fails after the stop is not tried again, so that it fails where it would have been blocked.
  const late = possible.map((moment): AllowedMoment => ({ ...moment, status: 'failed' }));
  return [...possible, ...late.filter(({ place }) => possible[place]!.status === 'blocked')].filter(
    ({ place }) => place >= earliest,
  );
}

function knownTo(history: History, ids: Iterable<string>): Map<string, number> {
  const known = new Map<string, number>();
  const learn = (id: string, count: number) => known.set(id, Math.max(known.get(id) ?? 0, count));
  for (const id of ids) {
    const moments = history.moments.get(id)!;
    for (const [other, count] of moments.at(-1)!.after) learn(other, count);
    learn(id, moments.length - 1);
  }
  return known;
}
