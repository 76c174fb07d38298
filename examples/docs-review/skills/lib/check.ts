import type { Skill, SkillContext } from '../../../../lib/skills/skill.ts';
import { counted } from './counted.ts';
import type { CheckName, Finding, Findings } from './finding.ts';
import { inOrder } from './finding.ts';
import { toJson } from './json.ts';
import type { Library } from './library.ts';
import { readInventory, readLibrary } from './library.ts';

export type Options = Readonly<Record<string, unknown>>;

/** A check is a pure function: the same documents and options give the same findings. */
export type Check = (library: Library, options: Options) => Finding[];

const NAMES: readonly CheckName[] = ['links', 'structure', 'code', 'wording'];

/** The skill that runs a check over the inventory's documents and writes what it found. */
export function checkSkill(
  name: CheckName,
  check: Check,
  prepare?: (context: SkillContext) => Promise<Options>,
): Skill {
  return async (context) => {
    const options = { ...context.args, ...(await prepare?.(context)) };
    const library = await readLibrary(context, await readInventory(context));
    const findings = inOrder(check(library, options));
    await context.artifacts.write(findingsPath(name), toJson({ check: name, options, findings } satisfies Findings));
    return { note: `${counted(findings.length, 'finding')} in ${counted(library.documents.length, 'document')}` };
  };
}

/** What the checks found that ran before this node; those on branches that were not taken are absent. */
export async function readFindings(context: SkillContext): Promise<Findings[]> {
  const present = NAMES.map(findingsPath).filter((path) => context.inputs.includes(path));
  return Promise.all(present.map(async (path) => JSON.parse(await context.artifacts.read(path)) as Findings));
}

export function findingsPath(name: CheckName): string {
  return `artifacts/findings/${name}.json`;
}
