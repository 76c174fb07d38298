interface Draft {
  readonly url: string;
  readonly sections: readonly string[];
}

const KNOWN = ['New', 'Changed', 'Fixed', 'Removed'];

/** The draft has sections, and only those of the style guide, in their order. */
export default async ({ artifacts }: { artifacts: { read(path: string): Promise<string> } }) => {
  const { url, sections } = JSON.parse(await artifacts.read('artifacts/draft.json')) as Draft;
  const order = sections.map((section) => KNOWN.indexOf(section));
  const known = order.length > 0 && order.every((place, i) => place > (order[i - 1] ?? -1));
  if (!known) return { status: 'failed', note: `${url} has the sections ${sections.join(', ')}` };
  return { note: `${url} has ${sections.length} sections` };
};
