/** Whether an artifact path names a directory. */
export function isDirectory(path: string): boolean {
  return path.endsWith('/');
}

/** Whether a declared path stands for the other one: the same, or a directory and what is in it. */
export function covers(declared: string, path: string): boolean {
  return declared === path || (isDirectory(declared) && path.startsWith(declared));
}

/** Whether two artifact paths name the same file, or one is a directory that holds the other. */
export function overlaps(a: string, b: string): boolean {
  return covers(a, b) || covers(b, a);
}

/** The directories that hold a path, the path itself first: `a/b/c` gives `a/b/c`, `a/b/`, `a/`. */
export function pathAndParents(path: string): string[] {
  const found = [path];
  for (let at = path.lastIndexOf('/', path.length - 2); at > 0; at = path.lastIndexOf('/', at - 1))
    found.push(path.slice(0, at + 1));
  return found;
}
