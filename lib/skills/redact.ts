/** Shorter texts stand in too much by chance: nothing could be read any more. */
const SHORTEST = 4;

/**
 * Takes the values of secrets out of a text: each as it is, its lines one by one, and as JSON and URLs write it. In
 * their place stands the secret's name. Values of fewer than four characters are left alone.
 */
export function redactor(secrets: Iterable<readonly [name: string, value: string]>): (text: string) => string {
  const names = new Map<string, string>();
  for (const [name, value] of secrets) {
    for (const form of [value, ...value.split(/\r?\n/)].flatMap(writings)) {
      if (form.length >= SHORTEST && !names.has(form)) names.set(form, name);
    }
  }
  // A value that holds another one goes first.
  const forms = [...names.keys()].sort((a, b) => b.length - a.length);
  return (text) => forms.reduce((left, form) => left.replaceAll(form, `[secret ${names.get(form)!}]`), text);
}

function writings(text: string): string[] {
  const plain = text.trim();
  return [...new Set([plain, JSON.stringify(plain).slice(1, -1), encoded(plain)])];
}

/** A value with half a character in it cannot be written in a URL. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text;
}
