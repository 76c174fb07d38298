import type { Skill, SkillContext } from '../../../../lib/skills/skill.ts';
import { counted } from '../lib/counted.ts';
import type { Document } from '../lib/document.ts';
import { parseDocument } from '../lib/document.ts';
import { toJson } from '../lib/json.ts';
import { whyLeftOut } from '../lib/left-out.ts';
import type { Inventory } from '../lib/library.ts';
import { INVENTORY } from '../lib/library.ts';
import { listDocuments } from './list.ts';

/**
 * Lists the documents under review. `with.root` is the folder (`docs/`). The run's input may narrow the work:
 * the text `links`, or `{"scope": "links"}`, asks for the links alone; anything else must be `full`.
 */
const docsInventory: Skill = async (context) => {
  const root = readRoot(context);
  const scope = readScope(context);
  const files = context.inputs.filter((path) => path.startsWith(root)).map((path) => path.slice(root.length));
  const documents: Document[] = [];
  const excluded: { path: string; why: string }[] = [];
  for (const path of files.filter((file) => file.endsWith('.md')).toSorted()) {
    context.signal.throwIfAborted();
    const document = parseDocument(path, await context.artifacts.read(root + path));
    const why = whyLeftOut(document);
    if (why === undefined) documents.push(document);
    else excluded.push({ path, why });
  }
  const inventory: Inventory = { root, scope, files: files.toSorted(), documents: listDocuments(documents), excluded };
  await context.artifacts.write(INVENTORY, toJson(inventory));
  return { note: `${counted(documents.length, 'document')} to review, ${excluded.length} left out` };
};

export default docsInventory;

function readRoot({ args }: SkillContext): string {
  const root = args['root'] ?? 'docs/';
  if (typeof root !== 'string' || !root.endsWith('/')) throw new Error('with.root must be a folder that ends in "/"');
  return root;
}

function readScope({ input }: SkillContext): Inventory['scope'] {
  const field = typeof input === 'object' && input !== null && 'scope' in input ? input.scope : input;
  const scope = typeof field === 'string' && field.trim() !== '' ? field.trim() : 'full';
  if (scope === 'full' || scope === 'links') return scope;
  throw new Error(`the scope is "full" or "links", not "${scope}"`);
}
