import type { InDialect } from '../entry.ts';
import { didYouMean, error, unreadable } from '../entry.ts';
import { codePoint, show, visible } from '../show.ts';

/** What is said while the text is read as YAML. */
export const syntax = {
  notUtf8: error<InDialect & { looksLike: string | undefined }>(
    unreadable,
    ({ looksLike }) => (looksLike ? `The file is not UTF-8: it looks like ${looksLike}` : 'The file is not UTF-8'),
    () => 'Save it as UTF-8.',
  ),
  fileTooLarge: error<InDialect & { bytes: number; limit: number }>(
    unreadable,
    ({ bytes, limit }) => `The file has ${bytes} bytes; at most ${limit} are read`,
  ),
  emptyFile: error<InDialect>(unreadable, () => 'The file is empty'),
  tooDeep: error<InDialect>(unreadable, () => 'The data is nested too deeply'),
  tabIndent: error<InDialect>(
    unreadable,
    () => 'A tab stands where the line is indented',
    () => 'Indent with blanks; YAML allows no tab there.',
  ),
  strayMark: error<InDialect & { character: string }>(
    unreadable,
    ({ character }) => `The invisible character ${codePoint(character)} stands here`,
    () => 'Remove it; a byte order mark may stand only at the very start of the file.',
  ),
  severalDocuments: error<InDialect>(
    unreadable,
    () => 'A second document begins here, but a workflow is one document',
    () => 'Remove the line "---", or put the second workflow into a file of its own.',
  ),
  badYaml: error<InDialect & { problem: string; advice?: string | undefined }>(
    unreadable,
    ({ problem }) => visible(problem),
    ({ advice }) => advice,
  ),
  duplicateKey: error<InDialect & { key: string; firstLine: number }>(
    unreadable,
    ({ key, firstLine }) => `The key ${show(key)} stands here a second time, first at line ${firstLine}`,
    () => 'Keep one of the two.',
  ),
  unknownTag: error<InDialect & { tag: string }>(
    unreadable,
    ({ tag }) => `The tag ${show(tag)} is unknown`,
    () => 'Only plain data is understood; remove the tag.',
  ),
  unknownAlias: error<InDialect & { name: string; near: string | undefined }>(
    unreadable,
    ({ name }) => `The alias ${show(`*${name}`)} names no anchor that stands before it`,
    ({ near }) => didYouMean(near && `*${near}`),
  ),
  selfAlias: error<InDialect & { name: string }>(
    unreadable,
    ({ name }) => `The alias ${show(`*${name}`)} stands inside the very data that it names`,
  ),
  aliasExpansion: error<InDialect & { limit: number }>(
    unreadable,
    ({ limit }) => `Aliases make the data too large: more than ${limit} values would be added`,
  ),
  mergeNotMap: error<InDialect>(unreadable, () => 'A merge key `<<` needs a map, an alias of one, or a list of those'),
  keyNotText: error<InDialect>(unreadable, () => 'A key must be a plain text, not a list or a map'),
};
