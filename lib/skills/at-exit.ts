const open = new Set<() => void>();

function all(): void {
  for (const undo of open) undo();
}

/**
 * Registers what has to be undone even when this process ends at once, as at a second Ctrl-C: processes that were
 * started, folders that were made. It must not wait for anything. Returns what takes it back.
 */
export function atExit(undo: () => void): () => void {
  if (open.size === 0) process.on('exit', all);
  open.add(undo);
  return () => {
    open.delete(undo);
    if (open.size === 0) process.off('exit', all);
  };
}
