import type { Item, StateStore } from '../../lib/store/state-store.ts';
import { recordProblems, transitionProblem } from '../../lib/node/invariants.ts';
import type { NodeRecord } from '../../lib/node/record.ts';
import type { Indexed } from '../../lib/node/view.ts';

export interface Watched {
  readonly store: StateStore;
  /** What did not hold after some write. */
  readonly problems: string[];
}

/** A store that holds every write against what must hold of records. */
export function watched(inner: StateStore, workflow: Indexed): Watched {
  const problems: string[] = [];
  const store: StateStore = {
    ...inner,
    async write(run, key, value, was) {
      const before: Item | undefined = (await inner.read(run, [key])).get(key);
      if (!(await inner.write(run, key, value, was))) return false;
      const record = value as unknown as NodeRecord;
      if (key.startsWith('node#') && before) {
        const problem = transitionProblem(before.value as unknown as NodeRecord, record);
        if (problem !== undefined) problems.push(`${key} ${problem}`);
      }
      const items = await inner.readAll(run);
      if (items.has('#run')) problems.push(...recordProblems(workflow, items));
      return true;
    },
  };
  return { store, problems };
}
