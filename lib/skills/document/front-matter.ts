import { isMap, isScalar, parseDocument } from 'yaml';

/** What stands between the two lines of dashes at the beginning of a skill's or a command's file. */
export interface FrontMatter {
  readonly name?: string;
  readonly description?: string;
  /** Tools that the skill may use, as the file names them: `Read`, `Bash(git add:*)`, `mcp__notion__search`. */
  readonly allowedTools?: readonly string[];
  /** How its arguments are to be given, for people: `[company] [--since date]`. */
  readonly argumentHint?: string;
  readonly model?: string;
  readonly version?: string;
  readonly license?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Everything else that the file says, by its key. Has no prototype. */
  readonly others: Readonly<Record<string, unknown>>;
}

export interface Document {
  readonly frontMatter: FrontMatter;
  /** The text behind the front matter, trimmed. */
  readonly instructions: string;
}

/**
 * Reads a file of instructions. Front matter is read with indulgence, since files that people have are not always YAML
 * (`argument-hint: [a] [b]`, `description: Use when: …`): a field that is no YAML is taken as the text that stands
 * there. A file without front matter is all instructions.
 */
export function readDocument(source: string): Document {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const match = /^---[ \t]*\n(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/.exec(text);
  if (!match) return { frontMatter: { others: empty() }, instructions: text.trim() };
  return { frontMatter: frontMatterOf(match[1] ?? ''), instructions: text.slice(match[0].length).trim() };
}

interface Field {
  /** What YAML makes of it; the text where it is none. */
  readonly value: unknown;
  /** What is written. */
  readonly text: string;
}

function frontMatterOf(text: string): FrontMatter {
  const fields = fieldsOf(text);
  const textOf = (key: string): string | undefined => {
    const field = fields.get(key);
    fields.delete(key);
    if (field === undefined || field.value === null) return undefined;
    return typeof field.value === 'string' ? field.value.trim() : field.text;
  };
  const name = textOf('name');
  const description = textOf('description');
  const argumentHint = textOf('argument-hint');
  const model = textOf('model');
  const version = textOf('version');
  const license = textOf('license');
  const allowedTools = toolsOf(fields.get('allowed-tools') ?? fields.get('tools'));
  fields.delete('allowed-tools');
  fields.delete('tools');
  const metadata = fields.get('metadata')?.value;
  const isObject = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata);
  if (isObject) fields.delete('metadata');
  const others = empty();
  for (const [key, { value }] of fields) others[key] = value;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(allowedTools && { allowedTools }),
    ...(argumentHint !== undefined && { argumentHint }),
    ...(model !== undefined && { model }),
    ...(version !== undefined && { version }),
    ...(license !== undefined && { license }),
    ...(isObject && { metadata: metadata as Record<string, unknown> }),
    others,
  };
}

/** The fields at the left margin, each read by itself: one that is no YAML does not spoil the others. */
function fieldsOf(text: string): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const chunk of text.split(/\n(?=[A-Za-z_][\w-]*[ \t]*:(?:[ \t]|\n|$))/)) {
    const match = /^([A-Za-z_][\w-]*)[ \t]*:([\s\S]*)$/.exec(chunk);
    if (!match) continue;
    const written = match[2]!.trim();
    const document = parseDocument(chunk, { logLevel: 'silent' });
    const pair = document.errors.length === 0 && isMap(document.contents) ? document.contents.items[0] : undefined;
    const source = isScalar(pair?.value) ? pair.value.source : undefined;
    const value = pair ? (document.toJS() as Record<string, unknown>)[match[1]!] : written;
    fields.set(match[1]!, { value: value ?? null, text: source ?? written });
  }
  return fields;
}

/** A list, or texts with commas between them; commas in parentheses belong to a tool. */
function toolsOf(field: Field | undefined): string[] | undefined {
  if (field === undefined || field.value === null) return undefined;
  const parts = Array.isArray(field.value)
    ? field.value.map(String)
    : (field.text.match(/(?:[^,()]|\([^)]*\))+/g) ?? []);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function empty(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
