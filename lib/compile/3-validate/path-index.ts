import { isDirectory, pathAndParents } from '../../ir/paths.ts';

/** Who declared which artifact path, for finding those whose paths overlap another one. */
export class PathIndex<T> {
  private readonly exact = new Map<string, Set<T>>();
  /** By each directory that holds a declared path. */
  private readonly inside = new Map<string, Set<T>>();

  add(path: string, owner: T): void {
    const [own, ...parents] = pathAndParents(path);
    note(this.exact, own!, owner);
    for (const parent of parents) note(this.inside, parent, owner);
  }

  /**
   * The first owner that passes the test among those of the path itself, of a directory that holds it, and of what it
   * holds.
   */
  find(path: string, test: (owner: T) => boolean): T | undefined {
    const groups = pathAndParents(path).map((around) => this.exact.get(around));
    if (isDirectory(path)) groups.push(this.inside.get(path));
    for (const group of groups) for (const owner of group ?? []) if (test(owner)) return owner;
    return undefined;
  }

  paths(): Iterable<string> {
    return this.exact.keys();
  }
}

function note<T>(map: Map<string, Set<T>>, path: string, owner: T): void {
  const owners = map.get(path);
  if (owners) owners.add(owner);
  else map.set(path, new Set([owner]));
}
