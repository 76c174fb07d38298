/** A table of a database, as the test's Notion keeps it: the types of its properties by name. */
export interface Source {
  readonly id: string;
  readonly title: string;
  readonly database: { readonly id: string; readonly title: string };
  readonly properties: Readonly<Record<string, string>>;
  /** The table that each relation leads to. */
  readonly relations?: Readonly<Record<string, string>>;
}

export interface Page {
  readonly id: string;
  readonly source: string;
  /** As they were written. */
  readonly properties: Record<string, object>;
}

export function sourceObject({ id, title, database, properties, relations }: Source): object {
  const schema = Object.entries(properties).map(([name, type]) => [
    name,
    { id: name, name, type, [type]: type === 'relation' ? { data_source_id: relations?.[name] } : {} },
  ]);
  return {
    object: 'data_source',
    id,
    title: [{ type: 'text', plain_text: title, text: { content: title } }],
    parent: { type: 'database_id', database_id: database.id },
    properties: Object.fromEntries(schema) as object,
    in_trash: false,
    url: `https://notion.invalid/${id}`,
  };
}

export function pageObject({ id, properties }: Page, source: Source): object {
  const read = Object.entries(properties).map(([name, value]) => {
    const type = source.properties[name]!;
    return [name, { id: name, type, [type]: type === 'rich_text' ? [{ plain_text: textIn(value) }] : value }];
  });
  return { object: 'page', id, properties: Object.fromEntries(read) as object, url: `https://notion.invalid/${id}` };
}

/** What the text of a `title` or `rich_text` property says. */
export function textIn(value: object | undefined): string {
  const [parts = []] = Object.values(value ?? {}) as (readonly { readonly text: { readonly content: string } }[])[];
  return parts.map(({ text }) => text.content).join('');
}

/** Throws, as the service refuses the whole page, on a property that there is not, of another type, or too long. */
export function checkProperties(source: Source, properties: Readonly<Record<string, object>>): void {
  for (const [name, value] of Object.entries(properties)) {
    const type = source.properties[name];
    if (type === undefined) throw new Error(`${name} is not a property that exists.`);
    if (Object.keys(value).join() !== type) throw new Error(`${name} is expected to be ${type}.`);
    if ((type === 'rich_text' || type === 'title') && textIn(value).length > 2000)
      throw new Error(`${name}.content.length should be ≤ 2000`);
    if (type === 'number' && typeof (value as { number: unknown }).number !== 'number')
      throw new Error(`${name}.number should be a number`);
  }
}

interface Condition {
  readonly and?: readonly object[];
  readonly property?: string;
  readonly title?: { readonly equals: string };
  readonly rich_text?: { readonly equals: string };
  readonly select?: { readonly equals: string };
}

/** Whether a page fits a filter; throws on a filter by a property that there is not, or of another type. */
export function matches(source: Source, page: Page, filter: object | undefined): boolean {
  if (!filter) return true;
  const { and, property, ...test } = filter as Condition;
  if (and) return and.every((condition) => matches(source, page, condition));
  const [[type, { equals }]] = Object.entries(test) as [[string, { equals: string }]];
  if (source.properties[property!] !== type) throw new Error(`Could not find property with name or id: ${property}`);
  const value = page.properties[property!];
  if (type === 'select') return (value as { select: { name: string } } | undefined)?.select.name === equals;
  return textIn(value) === equals;
}
