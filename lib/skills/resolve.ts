import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { skillName } from '../ir/skill-name.ts';
import { builtinSkills } from './builtin.ts';
import { readDocument } from './document/front-matter.ts';
import { readManifest } from './manifest/read-manifest.ts';
import type { Manifest, SkillKind } from './manifest/schema.ts';
import { isCommandFile, MANIFEST, MODULES, PROMPT } from './places.ts';
import type { FoundSkill, Resolved, SkillDocument, SkillProblem } from './resolved.ts';

/** Where skills come from. */
export interface SkillSource {
  /** Folders of skills, absolute: the first one that has a skill wins. */
  readonly dirs: readonly string[];
  /** Manifests by the names of skills: what the project says of skills that are used as they are. */
  readonly use?: UsedSkills;
}

export interface UsedSkills {
  readonly manifests: ReadonlyMap<string, Manifest>;
  /** The file that says so, absolute. */
  readonly file: string;
}

/**
 * Finds a skill, `name` or `ns/name`, in the folders of skills, else among the builtin ones. In a folder these are
 * looked for, the first one wins: `<name>/skill.yaml`, which says the kind; `<name>/index.ts`, `.js` or `.mjs`, a skill
 * of code; `<name>/SKILL.md`, a prompt; and `<name>.md`, one too. What the project's `use` says goes before a `skill.yaml`.
 */
export function resolveSkill(source: SkillSource, name: string): Resolved {
  // A malformed name might lead out of the folder.
  if (skillName(name) === undefined) return { kind: 'missing', name, looked: [] };
  const used = source.use?.manifests.get(name);
  for (const root of source.dirs) {
    const place = placeIn(root, name);
    if (place) return inPlace(place, used);
  }
  if (used) return withoutPlace(source, name, used);
  const skill = builtinSkills.get(name);
  if (skill) return { kind: 'builtin', name, skill };
  return { kind: 'missing', name, looked: source.dirs.flatMap((root) => lookedFor(root, name)) };
}

/** Resolves skills of a source, each once. */
export function resolver(source: SkillSource): (name: string) => Resolved {
  const known = new Map<string, Resolved>();
  return (name) => {
    const resolved = known.get(name) ?? resolveSkill(source, name);
    known.set(name, resolved);
    return resolved;
  };
}

/** What there is of a skill in one of the folders. */
interface Place {
  readonly root: string;
  readonly name: string;
  readonly folder?: string;
  readonly manifestFile?: string;
  readonly module?: string;
  readonly documentFile?: string;
}

function placeIn(root: string, name: string): Place | undefined {
  const folder = join(root, name);
  const module = MODULES.map((file) => join(folder, file)).find(isFile);
  const [manifestFile, documentFile] = [MANIFEST, PROMPT].map((file) =>
    isFile(join(folder, file)) ? join(folder, file) : undefined,
  );
  if (manifestFile !== undefined || module !== undefined || documentFile !== undefined) {
    return {
      ...{ root, name, folder },
      ...(manifestFile !== undefined && { manifestFile }),
      ...(module !== undefined && { module }),
      ...(documentFile !== undefined && { documentFile }),
    };
  }
  const single = `${folder}.md`;
  return isCommandFile(root, name) && isFile(single) ? { root, name, documentFile: single } : undefined;
}

function lookedFor(root: string, name: string): string[] {
  const folder = join(root, name);
  return [...[MANIFEST, ...MODULES, PROMPT].map((file) => join(folder, file)), `${folder}.md`];
}

function inPlace(place: Place, used: Manifest | undefined): Resolved {
  const { name, manifestFile, module, documentFile } = place;
  const fallback = module !== undefined ? 'code' : documentFile !== undefined ? 'prompt' : undefined;
  if (used) return found(place, used, manifestFile ?? module ?? documentFile!);
  if (manifestFile === undefined) return found(place, { kind: fallback! }, (module ?? documentFile)!);
  const source = readFileSync(manifestFile, 'utf8');
  const read = readManifest(manifestFile, source, fallback);
  if ('problems' in read) return { kind: 'invalid', name, problems: read.problems };
  const at = read.places.at(['kind']);
  return found(place, read.manifest, manifestFile, { file: manifestFile, source, at });
}

/** `stated` is where the kind is stated. */
function found(place: Place, manifest: Manifest, file: string, stated?: Omit<SkillProblem, 'message'>): Resolved {
  const { name, root, folder, module, documentFile } = place;
  const blame = stated ?? { file, source: readFileSync(file, 'utf8'), at: { line: 1, column: 1 } };
  const lacks = (what: string): Resolved => {
    return {
      kind: 'invalid',
      name,
      problems: [{ ...blame, message: `A skill of the kind ${manifest.kind} needs ${what} beside it` }],
    };
  };
  const document = documentFile === undefined ? undefined : documentIn(documentFile);
  const common = { name, file, root, ...(folder !== undefined && { folder }), ...(document && { document }) };
  if (manifest.kind === 'code') {
    return module === undefined
      ? lacks('index.ts, index.js or index.mjs')
      : { kind: 'code', ...common, manifest, module };
  }
  if (manifest.kind === 'prompt') {
    return document ? { kind: 'prompt', ...common, manifest, document } : lacks('SKILL.md');
  }
  return { kind: manifest.kind, ...common, manifest } as FoundSkill;
}

/** The project may say all of a skill that needs no files. */
function withoutPlace(source: SkillSource, name: string, manifest: Manifest): Resolved {
  const needsFiles: readonly SkillKind[] = ['code', 'prompt'];
  if (needsFiles.includes(manifest.kind)) {
    return { kind: 'missing', name, looked: source.dirs.flatMap((root) => lookedFor(root, name)) };
  }
  const { file } = source.use!;
  return { kind: manifest.kind, name, file, root: join(file, '..'), manifest } as FoundSkill;
}

function documentIn(file: string): SkillDocument {
  return { file, ...readDocument(readFileSync(file, 'utf8')) };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** The path to show of a file: relative to a folder, with `/`. */
export function shownPath(from: string, file: string): string {
  return relative(from, file).split('\\').join('/');
}
