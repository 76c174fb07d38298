import type { Position } from '../ir/position.ts';
import type { Document } from './document/front-matter.ts';
import type { ManifestOf, SkillKind } from './manifest/schema.ts';
import type { SkillContext, SkillResult } from './skill.ts';

/** What a skill's name stands for: `kind` tells which of the others holds. */
export type Resolved = FoundSkill | BuiltinSkill | InvalidSkill | MissingSkill;

/** A skill that can be executed by the executor of its kind. */
export type FoundSkill = { [K in SkillKind]: SkillOf<K> }[SkillKind];

/** A skill of one kind: `SkillOf<'prompt'>` is what the executor of prompts gets. */
export type SkillOf<K extends SkillKind> = Found & {
  readonly kind: K;
  readonly manifest: ManifestOf<K>;
} & (K extends 'code'
    ? {
        /** The file of its module, absolute. */
        readonly module: string;
      }
    : K extends 'prompt'
      ? { readonly document: SkillDocument }
      : unknown);

interface Found {
  /** `name` or `ns/name`. */
  readonly name: string;
  /** The file by which it was found, absolute: what `skill list` shows. */
  readonly file: string;
  /** The skill's own folder, absolute, with its references and scripts; none where it is a single file `<name>.md`. */
  readonly folder?: string;
  /** The folder of skills in which it was found, absolute. */
  readonly root: string;
  /** Its instructions: always there for a prompt; an agent works by them where it has some. */
  readonly document?: SkillDocument;
}

/** `SKILL.md`, or the file of a command. */
export interface SkillDocument extends Document {
  /** Absolute. */
  readonly file: string;
}

export interface BuiltinSkill {
  readonly kind: 'builtin';
  readonly name: string;
  readonly skill: (context: SkillContext) => Promise<SkillResult>;
}

/** It is there, and something is wrong with it. */
export interface InvalidSkill {
  readonly kind: 'invalid';
  readonly name: string;
  /** At least one. */
  readonly problems: readonly SkillProblem[];
}

/** Something that is wrong with a skill's manifest. */
export interface SkillProblem {
  /** Absolute. */
  readonly file: string;
  /** What stands in that file. */
  readonly source: string;
  readonly at: Position;
  readonly message: string;
  readonly hint?: string;
}

export interface MissingSkill {
  readonly kind: 'missing';
  readonly name: string;
  /** The files that would have been taken, the first one first, absolute. */
  readonly looked: readonly string[];
}

/** Whether the executor of a kind can be given it. */
export function isFound(resolved: Resolved): resolved is FoundSkill {
  return resolved.kind !== 'builtin' && resolved.kind !== 'invalid' && resolved.kind !== 'missing';
}

/** What the skill is for, in one line, where it says so. */
export function descriptionOf(skill: FoundSkill): string | undefined {
  return skill.manifest.description ?? skill.document?.frontMatter.description;
}
