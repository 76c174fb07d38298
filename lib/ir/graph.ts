import type { Budget, PromptSettings } from './prompt-settings.ts';
import type { Position, Text } from './position.ts';
import type { Predicate } from './predicate.ts';
import type { SkillFacts } from './skill-facts.ts';

/**
 * The one internal graph that both dialects are lowered to. It keeps the file's order and the places
 * where things were written, and holds nothing that analysis derives.
 */
export interface Graph {
  readonly dialect: Dialect;
  readonly name: Text;
  readonly version: Text;
  readonly description?: string;
  /** Steps dialect: the client a run is for. */
  readonly client?: string;
  readonly tags: readonly string[];
  /** In file order. */
  readonly nodes: readonly GraphNode[];
  /** In file order; for steps, by step and then by position in `depends_on`. */
  readonly edges: readonly GraphEdge[];
  /** Graph dialect only: the node whose passing completes the run. */
  readonly final?: Text;
  readonly schedule?: Schedule;
  readonly triggers?: Triggers;
  /** What a run may spend. */
  readonly budget?: Budget;
  readonly maxConcurrency?: { readonly value: number; readonly at: Position };
  /** Steps dialect: `defaults.output_format`. */
  readonly outputFormat?: 'chat' | 'notion' | 'both';
  /** Steps dialect: `defaults.timeout_seconds`, where it is stated. */
  readonly defaultTimeout?: { readonly value: number; readonly at: Position };
  /** What the workflow asks of the one who starts it, in file order. Kept, without effect so far. */
  readonly parameters?: ReadonlyMap<string, Parameter>;
}

/** One of the workflow's declared `inputs`. */
export interface Parameter {
  readonly type?: string;
  readonly default?: unknown;
  readonly required: boolean;
  readonly description?: string;
  readonly at: Position;
}

/** Replaces the retries that a node would get. Kept, without effect so far. */
export interface Retry {
  readonly max: number;
  readonly backoffSeconds?: number;
  readonly on: readonly string[];
  readonly at: Position;
}

export type Dialect = 'graph' | 'steps';

export type Role =
  'intake' | 'router' | 'context-builder' | 'executor' | 'coordinator' | 'validator' | 'knowledge' | 'closeout';

/**
 * What a failure that is not explained does:
 * `block` stops the run after the retries (graph dialect), `halt` stops it at once and skips dependents,
 * `skip-dependents` skips them and goes on, `continue` lets them run.
 */
export type OnError = 'block' | 'halt' | 'skip-dependents' | 'continue';

export interface GraphNode {
  readonly id: string;
  /** Place of the id. */
  readonly at: Position;
  /** Skill name: one or two segments, `name` or `ns/name`. */
  readonly skill: Text;
  /** Graph dialect only. */
  readonly role?: Role;
  /** Steps dialect: the display name (the id by default). */
  readonly name?: string;
  readonly description?: string;
  /** Artifact paths; a path that ends in `/` is a directory. */
  readonly inputs: readonly Text[];
  readonly outputs: readonly Text[];
  readonly independent: boolean;
  readonly split?: { readonly value: 'one' | 'all'; readonly at: Position };
  readonly human: boolean;
  /** What is known of its skill, where that is more than that it runs in the workflow's own function. */
  readonly skillFacts?: SkillFacts;
  /** What is taken for the answer when nobody has given one within the timeout. */
  readonly onTimeout?: TimeoutAnswer;
  readonly guard?: Guard;
  /** `with` (graph: any JSON values) or `args` (steps: texts), in file order. */
  readonly args: ReadonlyMap<string, unknown>;
  readonly timeoutSeconds: number;
  /** Place of `timeout_seconds`, or of the id where it is a default. */
  readonly timeoutAt: Position;
  /** Expected duration, for structuring only. */
  readonly weight?: number;
  /** The duration in seconds that the file states, for estimates. */
  readonly expectedSeconds?: number;
  readonly onError: OnError;
  readonly retry?: Retry;
  /** What the node may spend in a run. */
  readonly budget?: Budget;
  /** Of a node whose skill is a prompt. */
  readonly prompt?: PromptSettings;
  /** Steps dialect: the context key that receives the output. */
  readonly outputAs?: Text;
  /** Context keys that the arguments (steps) and the condition or `skip_when` read, each once, with their places. */
  readonly reads: readonly Text[];
}

/** A label and a text, or a failure. Absent, silence is a failure. */
export interface TimeoutAnswer {
  readonly label?: Text;
  readonly text?: string;
  readonly fail?: string;
  readonly at: Position;
}

/** `skip_when` skips when the predicate holds, `condition` when it does not. */
export interface Guard {
  readonly kind: 'skip_when' | 'condition';
  readonly source: Text;
  /** Absent when the text is no predicate: an error in the graph dialect, ignored with a warning in the other. */
  readonly predicate?: Predicate;
}

export type EdgeKind = 'normal' | 'on_pass' | 'on_failure';

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** Place of the edge (of its first key), or of the entry in `depends_on`. */
  readonly at: Position;
  readonly fromAt: Position;
  readonly toAt: Position;
  readonly label?: Text;
  readonly kind: EdgeKind;
  readonly loop: boolean;
  readonly via: readonly Text[];
}

/** What starts runs besides people and the schedule. */
export interface Triggers {
  /** Whether the deployed workflow has an HTTP endpoint. */
  readonly http: boolean;
  readonly events: readonly EventTrigger[];
}

/** Events of EventBridge that each start a run. */
export interface EventTrigger {
  /** As EventBridge takes it: field → list of values and matchers, or a map of such. */
  readonly pattern: Readonly<Record<string, unknown>>;
  /** Fields of the run's input → where the event has their values, as `detail.order.id`. */
  readonly input?: ReadonlyMap<string, Text>;
  readonly at: Position;
}

export interface Schedule {
  readonly enabled: boolean;
  readonly cron?: Text;
  readonly timezone?: Text;
  readonly overlap: 'skip' | 'allow' | 'queue';
  readonly at: Position;
}
