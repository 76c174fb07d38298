import type { ModelEntry } from '../../config/sections/models.ts';
import type { SkillOf } from '../resolved.ts';

export interface ChosenModel {
  /** What people know it by: the project's name of it, or what was written. */
  readonly name: string;
  readonly entry: ModelEntry;
  /** Said in the log where the model is another than the skill wants. */
  readonly remark?: string;
}

/** The project's model for prompts that name none. */
const DEFAULT = 'default';

/** Words by which skills say that they want the model of whoever calls them. */
const ANY = ['inherit', DEFAULT];

/**
 * The model of a prompt: what the node names, else the skill, else the project's `default`. A name is one of the
 * project's models, `provider/model`, or the id of a model of Bedrock. Catalogues name models by words that only their
 * own program knows (`opus`): such a word is the default here, unless the project has a model of that name. Throws
 * where there is no default, and where the node names a model that nobody knows.
 */
export function chooseModel(
  { name: skill, manifest, document }: SkillOf<'prompt'>,
  node: string | undefined,
  models: Readonly<Record<string, ModelEntry>>,
): ChosenModel {
  const wanted = node ?? manifest.model ?? document.frontMatter.model ?? DEFAULT;
  const known = Object.hasOwn(models, wanted) ? models[wanted] : undefined;
  if (known) return { name: wanted, entry: known };
  const byId = ANY.includes(wanted) ? undefined : modelById(wanted);
  if (byId) return { name: wanted, entry: byId };
  if (node !== undefined && !ANY.includes(node))
    throw new Error(`there is no model ${node}; stepwright.yaml has ${listOf(Object.keys(models))}`);
  const fallback = Object.hasOwn(models, DEFAULT) ? models[DEFAULT] : undefined;
  if (!fallback)
    throw new Error(`the skill ${skill} needs a model: name one in stepwright.yaml, as models: {default: {model: …}}`);
  const remark = ANY.includes(wanted)
    ? {}
    : { remark: `the skill wants the model ${wanted}, which the project does not name: it gets the default one` };
  return { name: DEFAULT, entry: fallback, ...remark };
}

/** `anthropic/…` and `bedrock/…`, and ids of Bedrock, which have a dot or are ARNs. */
function modelById(id: string): ModelEntry | undefined {
  const [, provider, model] = /^(bedrock|anthropic)\/(.+)$/.exec(id) ?? [];
  if (provider !== undefined) return { provider: provider as ModelEntry['provider'], model: model! };
  return id.includes('.') || id.startsWith('arn:') ? { provider: 'bedrock', model: id } : undefined;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'no models' : names.join(', ');
}
