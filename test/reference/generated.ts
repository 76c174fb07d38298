import { stringify } from 'yaml';
import type { PersonAnswer } from '../../lib/node/human.ts';
import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';

/** A generated workflow with what its skills are to do. */
export interface Case {
  readonly workflow: GraphFile | StepsFile;
  readonly script: Record<string, readonly ScriptedOutcome[]>;
  readonly input?: unknown;
  /** Which skills take long; any number. */
  readonly pace?: number;
  /** What the skills are to do where a run that failed goes on, or another one starts at a node. */
  readonly second?: Case['script'];
  /** What people answer, in turn. */
  readonly answers?: readonly PersonAnswer[];
  /** The node at which another run starts. */
  readonly from?: string;
  /** That one keeps nothing. */
  readonly fresh?: boolean;
}

export interface GraphFile {
  readonly name: string;
  readonly version: string;
  readonly nodes: readonly NodeInFile[];
  readonly edges: readonly EdgeInFile[];
  readonly final: string;
  readonly max_concurrency?: number;
}

export interface NodeInFile {
  readonly id: string;
  readonly skill: string;
  readonly role: string;
  readonly independent?: boolean;
  readonly split?: 'one' | 'all';
  readonly skip_when?: string;
  readonly inputs?: readonly string[];
  readonly outputs?: readonly string[];
  readonly weight?: number;
}

export interface EdgeInFile {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  readonly kind?: 'on_pass' | 'on_failure';
  readonly loop?: true;
}

export interface StepsFile {
  readonly workflow: { readonly name: string; readonly version: string };
  readonly defaults: { readonly stop_on_error: boolean };
  readonly steps: readonly StepInFile[];
}

export interface StepInFile {
  readonly id: string;
  readonly command: string;
  readonly depends_on?: readonly string[];
  readonly output_as?: string;
  readonly condition?: string;
  readonly continue_on_error?: boolean;
  readonly args?: Readonly<Record<string, string>>;
}

/** One of a list, by any number. */
export function pick<T>(from: readonly T[], by: number): T {
  return from[by % from.length]!;
}

/** The workflow file of a case. */
export function yamlOf({ workflow }: Pick<Case, 'workflow'>): string {
  return stringify(workflow);
}
