import { posix } from 'node:path';
import type { Document } from '../lib/document.ts';
import type { Library } from '../lib/library.ts';
import { near } from '../lib/near.ts';

/** What a broken link may have meant. Only a single candidate is worth a repair. */
export interface Guess {
  readonly candidates: readonly string[];
  /** The one candidate differs in the case of its letters only. */
  readonly certain: boolean;
}

/**
 * Files that a missing one may have meant: another case, the extension left out, the same name in another folder, or
 * a name with a typing mistake. An anchor goes along, put right too; where it cannot be, there is no candidate, for
 * one mistake would only give way to another.
 */
export function guessFile(path: string, anchor: string, library: Library): Guess {
  const files = [...library.files];
  const sameCase = files.filter((file) => file.toLowerCase() === path.toLowerCase());
  const name = posix.basename(path).toLowerCase();
  const candidates =
    sameCase.length > 0
      ? sameCase
      : [
          ...files.filter((file) => file === `${path}.md` || posix.basename(file).toLowerCase() === name),
          ...nearFiles(path, files),
        ];
  const unique = [...new Set(candidates)];
  const [only] = unique;
  if (anchor === '' || only === undefined || unique.length > 1)
    return { candidates: unique, certain: sameCase.length === 1 };

  const document = library.documents.find((other) => other.path === only);
  if (document === undefined || document.anchors.has(anchor)) {
    return { candidates: [`${only}#${anchor}`], certain: sameCase.length === 1 };
  }
  const inner = guessAnchor(anchor, document);
  const withAnchors = inner.candidates.map((candidate) => `${only}#${candidate}`);
  return { candidates: withAnchors, certain: inner.certain && sameCase.length === 1 };
}

/** Headings' slugs that a wrong anchor may have meant. */
export function guessAnchor(anchor: string, document: Document): Guess {
  const anchors = [...document.anchors];
  const sameCase = anchors.filter((other) => other.toLowerCase() === anchor.toLowerCase());
  if (sameCase.length > 0) return { candidates: sameCase, certain: sameCase.length === 1 };
  return { candidates: near(anchor, anchors), certain: false };
}

function nearFiles(path: string, files: readonly string[]): string[] {
  const { ext } = posix.parse(path);
  const stem = (file: string) => file.slice(0, file.length - ext.length);
  const alike = files.filter((file) => posix.extname(file) === ext);
  const stems = new Set(near(stem(path), alike.map(stem)));
  return alike.filter((file) => stems.has(stem(file)));
}
