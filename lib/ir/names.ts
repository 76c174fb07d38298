import { createHash } from 'node:crypto';

/** A short stable hash, of 0-9 and a-f. */
export function shortHash(text: string, length = 8): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/**
 * Gives each key a name of at most `limit` characters that differs from all others, whatever the order of the keys and
 * whether or not case counts. A name that is empty, too long, reserved, or wished for twice gets a hash of its key.
 */
export function uniqueNames(
  wishes: Iterable<readonly [key: string, wish: string]>,
  limit: number,
  reserved: Iterable<string> = [],
): Map<string, string> {
  const list = [...wishes];
  const uses = new Map<string, number>();
  for (const name of reserved) uses.set(name.toLowerCase(), 2);
  for (const [, wish] of list) uses.set(wish.toLowerCase(), (uses.get(wish.toLowerCase()) ?? 0) + 1);
  return new Map(
    list.map(([key, wish]) => {
      if (wish !== '' && wish.length <= limit && uses.get(wish.toLowerCase()) === 1) return [key, wish];
      const hash = shortHash(key);
      const head = wish.slice(0, limit - hash.length - 1).replace(/[-\s]+$/, '');
      return [key, head === '' ? hash : `${head}-${hash}`];
    }),
  );
}
