import { createHash } from 'node:crypto';

/** A short stable hash, of 0-9 and a-f. */
export function shortHash(text: string, length = 8): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/**
 * Gives each key a name of at most `limit` characters that differs from all others, whatever the order of the keys and
 * whether or not case counts. A name that is empty, too long, reserved, or wished for twice gets a hash of its key; so
 * does one that is like a name so made.
 */
export function uniqueNames(
  wishes: Iterable<readonly [key: string, wish: string]>,
  limit: number,
  reserved: Iterable<string> = [],
): Map<string, string> {
  const list = [...wishes];
  const taken = new Set([...reserved].map((name) => name.toLowerCase()));
  const hashed = new Set(list.filter(([, wish]) => wish === '' || wish.length > limit).map(([key]) => key));
  for (let length = 8; ;) {
    const names = new Map(
      list.map(([key, wish]) => [key, hashed.has(key) ? withHash(key, wish, limit, length) : wish]),
    );
    const users = Map.groupBy(names, ([, name]) => name.toLowerCase());
    const clashing = [...users]
      .filter(([name, list]) => list.length > 1 || taken.has(name))
      .flatMap(([, list]) => list);
    if (clashing.length === 0) return names;
    const plain = clashing.filter(([key]) => !hashed.has(key));
    for (const [key] of plain) hashed.add(key);
    if (plain.length === 0) length += 4;
  }
}

function withHash(key: string, wish: string, limit: number, length: number): string {
  const hash = shortHash(key, length);
  const head = wish.slice(0, limit - hash.length - 1).replace(/[-\s]+$/, '');
  return head === '' ? hash : `${head}-${hash}`;
}
