import type { Guard, OnError } from './graph.ts';
import type { ParameterType } from './parameter.ts';
import type { Predicate } from './predicate.ts';
import type { Budget, PromptSettings } from './prompt-settings.ts';

/**
 * What the handlers know of a workflow: everything derived from the graph that running a node needs, as plain JSON
 * (`nodes.json` beside the function's code). The machine passes only a node's slug.
 */
export interface WorkflowTable {
  readonly format: 1;
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly dialect: 'graph' | 'steps';
  readonly client?: string;
  /** The node whose passing completes the run (graph dialect). */
  readonly final?: string;
  /** What a run is asked for when it starts. */
  readonly parameters: readonly ParameterEntry[];
  /** What a run may spend. */
  readonly budget?: Budget;
  /** In file order. */
  readonly nodes: readonly NodeEntry[];
  readonly edges: readonly EdgeEntry[];
  readonly loops: readonly LoopEntry[];
  readonly regions: readonly RegionEntry[];
  /** Ids in resolved order: topological, the lowest file index first. */
  readonly order: readonly string[];
}

/** A declared input. */
export interface ParameterEntry {
  readonly name: string;
  readonly type: ParameterType;
  readonly required: boolean;
  /** Its value when none is given. */
  readonly fallback?: unknown;
  readonly description?: string;
}

export interface NodeEntry {
  readonly id: string;
  /** Unique in the workflow, of a-z, 0-9 and hyphens. */
  readonly slug: string;
  readonly skill: string;
  readonly role?: string;
  readonly name?: string;
  readonly description?: string;
  /** The node's content without descriptions, as a hash: what changed is what a resume refuses. */
  readonly hash: string;
  readonly human: boolean;
  /** Of a node whose skill asks a person: the question. */
  readonly question?: string;
  /** What it lets a person choose from, where that is not all that the node offers. */
  readonly choices?: readonly string[];
  /** The answer of a person who gives none within the timeout; without it, silence is a failure. */
  readonly onTimeout?: { readonly label?: string; readonly text?: string; readonly fail?: string };
  readonly timeoutSeconds: number;
  /** What the node may spend in a run. */
  readonly budget?: Budget;
  /** Whether its skill may wait for a person, and is executed again after that. */
  readonly pauses?: true;
  /** What the node says of its prompt. */
  readonly prompt?: PromptSettings;
  readonly onError: OnError;
  readonly args: readonly (readonly [string, unknown])[];
  readonly guard?: { readonly kind: Guard['kind']; readonly source: string; readonly predicate?: Predicate };
  readonly inputs: readonly InputEntry[];
  readonly outputs: readonly string[];
  /** Of a node that works in a copy of the project. */
  readonly changes?: ChangesEntry;
  readonly outputAs?: string;
  /** Whether the run's input is handed to this node. */
  readonly intake: boolean;
  /** Everything that can follow the node; the handler returns the slug of one of them as `take`. */
  readonly outcomes: readonly Outcome[];
  /** A result that names no label is a failure when there are labels and this is false. */
  readonly mayNameNone: boolean;
  /** A gate fails by taking an edge; any other node's failure is one. */
  readonly gate: boolean;
  /** Incoming forward edges and order, each of which must be decided before the node can run. */
  readonly waits: readonly Wait[];
  /** The arms of Choice states around the node, outermost first: it is passed over when one of them is not taken. */
  readonly arms: readonly Arm[];
  /** Indexes in `loops` of the back edges that reset this node when they are taken. */
  readonly resetBy: readonly number[];
  /** Sources whose asks this node's result must carry, because a Choice behind it reads them there. */
  readonly reports: readonly string[];
  /** Context keys and whose output or state gives them. */
  readonly context: readonly ContextEntry[];
  /** Retries of a failure that is neither a verdict nor granted more by a recovery edge. */
  readonly retries: number;
  /** Before the first of them, where it is not a second; twice as long before each further one. */
  readonly backoffSeconds?: number;
  /** The failures that are retried; all where it is absent. */
  readonly retryOn?: readonly FailureKind[];
}

/**
 * How an attempt can fail: the skill throws, says that it failed, takes too long, returns something that is no result
 * (or leaves an output unwritten), or an input is missing.
 */
export type FailureKind = 'error' | 'fail' | 'timeout' | 'invalid' | 'input';

export const FAILURE_KINDS: readonly FailureKind[] = ['error', 'fail', 'timeout', 'invalid', 'input'];

/** An input artifact and the nodes that may have produced it; with a directory, those that write into it. */
export interface InputEntry {
  readonly path: string;
  readonly producers: readonly string[];
}

/** What a node changes in the project, as a patch that may be applied behind those of the nodes before it. */
export interface ChangesEntry {
  /** Of the patch: an output that ends in `.patch` where the node declares one. */
  readonly path: string;
  /** The nodes before it that change the project too, in resolved order. */
  readonly before: readonly string[];
}

export interface Outcome {
  readonly slug: string;
  /**
   * `pass` with or without a label, `fail` a gate's verdict, `skip` by `skip_when` or condition,
   * `tolerated` a failure that the run goes on after (steps dialect).
   */
  readonly kind: 'pass' | 'fail' | 'skip' | 'tolerated';
  readonly label?: string;
  /** Indexes in `edges`. */
  readonly takes: readonly number[];
  /** Index in `loops` of the back edge that it asks for. */
  readonly asks?: number;
}

export interface EdgeEntry {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  readonly kind: 'normal' | 'on_pass' | 'on_failure';
}

export interface LoopEntry {
  /** As written in the record: `S14→S12`. */
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  readonly bound: number;
  /** Index in `regions` of the smallest region that holds it. */
  readonly region: number;
}

export interface RegionEntry {
  readonly parent?: number;
  readonly nodes: readonly string[];
}

export interface Wait {
  readonly from: string;
  /** Index in `edges`; absent for order without an edge. */
  readonly edge?: number;
  /**
   * `live`: a taken edge makes the node live. `axis`: from the independent axis, waited for only.
   * `order`: file sets or context, waited for only. `region`: an edge into the region that the node stands in.
   */
  readonly kind: 'live' | 'axis' | 'order' | 'region';
  /** Sources in the region that `from` stands in whose asks keep that region from having settled. */
  readonly unsettledBy: readonly string[];
}

export interface Arm {
  readonly router: string;
  /** Slugs of the router's outcomes that lead into the arm. */
  readonly outcomes: readonly string[];
}

export interface ContextEntry {
  readonly key: string;
  readonly node: string;
  readonly value: 'output' | 'status' | 'label';
}

/** How definitions and answers name a region, by its index. */
export function regionName(region: number): string {
  return `r${region}`;
}

/** How they name a loop, by its index. */
export function loopName(loop: number): string {
  return `l${loop}`;
}
