import type { SkillContext } from '../../../../lib/skills/skill.ts';
import type { Document } from './document.ts';
import { parseDocument } from './document.ts';

/** The documents under review, and what else lies in their folder and can be linked to. */
export interface Library {
  readonly documents: readonly Document[];
  /** Paths of all files of the folder, within it. */
  readonly files: ReadonlySet<string>;
}

/** The artifact of the inventory. */
export interface Inventory {
  /** The reviewed folder, with a `/` at its end. */
  readonly root: string;
  readonly scope: 'full' | 'links';
  readonly files: readonly string[];
  readonly documents: readonly InventoryEntry[];
  /** Documents that ask to be left out (`review: off` in the front matter), and empty ones. */
  readonly excluded: readonly { readonly path: string; readonly why: string }[];
}

export interface InventoryEntry {
  readonly path: string;
  readonly title: string;
  readonly words: number;
  /** Average of the sentences in paragraphs, rounded to a tenth; 0 without sentences. */
  readonly wordsPerSentence: number;
  /** How many other documents link here: a mistake weighs more where more readers pass. */
  readonly linkedFrom: number;
}

export const INVENTORY = 'artifacts/inventory.json';

export async function readInventory(context: SkillContext): Promise<Inventory> {
  return JSON.parse(await context.artifacts.read(INVENTORY)) as Inventory;
}

/** Reads and parses the documents of an inventory, from the reviewed folder or from `folder`, where copies lie. */
export async function readLibrary(context: SkillContext, inventory: Inventory, folder = inventory.root) {
  const documents: Document[] = [];
  for (const { path } of inventory.documents) {
    context.signal.throwIfAborted();
    documents.push(parseDocument(path, await context.artifacts.read(folder + path)));
  }
  return { documents, files: new Set(inventory.files) } satisfies Library;
}
