import type { Compiled } from '../compile/index.ts';
import { limitsOf, sumOfVisits } from '../compile/limits.ts';
import type { NodeEntry, WorkflowTable } from '../ir/table.ts';
import { indexTable, idsToRead } from '../node/view.ts';
import { PRICES } from './prices.ts';

/** What a run uses of the services that it is paid for by, besides what its skills use. */
export interface Usage {
  readonly transitions: number;
  readonly invocations: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly puts: number;
}

/** At best, without loops and by the shortest branches; at worst, with all loops and retries. */
export interface UsageRange {
  readonly least: Usage;
  readonly most: Usage;
}

/** Bytes of a record of a node, of a node's hash in the record of the workflow, and of the other items, about. */
const BYTES = { node: 400, hash: 90, header: 500, readUnit: 4096, writeUnit: 1024 };

/** Seconds that a handler works on a visit besides the skill, and gigabytes of its memory. */
const HANDLER = { least: 0.05, most: 0.4, memory: 0.5 };

/** Bytes that an invocation logs, those of the platform included. */
const LOGGED = { least: 1200, most: 3000 };

export function usageOf(compiled: Compiled): UsageRange {
  const { table } = compiled;
  const { transitions } = limitsOf(compiled);
  const uses = usesOfNodes(table);
  const total = (of: (use: Use) => number) => sumOfVisits(compiled, (node) => of(uses[node]!));
  const [visits, reads, writes, puts] = [
    total(() => 1),
    total(({ reads: r }) => r),
    total(() => 2),
    total((u) => u.puts),
  ];
  const ends = usageOfEnds(table);
  const made = (at: 'best' | 'retried', states: number): Usage => ({
    transitions: states,
    invocations: visits[at] + ends.invocations,
    readUnits: reads[at] + ends.readUnits,
    writeUnits: writes[at] + ends.writeUnits,
    puts: puts[at] + ends.puts,
  });
  return { least: made('best', transitions.best), most: made('retried', transitions.worst + transitions.retries) };
}

interface Use {
  readonly reads: number;
  readonly puts: number;
}

/** A visit that executes its node reads once, writes that it runs and how it ended, and an object for each output. */
export function usesOfNodes(table: WorkflowTable): Use[] {
  const workflow = indexTable(table);
  // The header and the input are read too.
  return table.nodes.map((node) => ({ reads: 2 + idsToRead(workflow, node).size, puts: putsOf(node) }));
}

/** Each output, and the list of them. */
function putsOf({ outputs }: NodeEntry): number {
  return outputs.length === 0 ? 0 : outputs.length + 1;
}

/** What `start` and `close` use. */
export function usageOfEnds({ nodes }: WorkflowTable): Omit<Usage, 'transitions'> {
  const hashes = Math.ceil((nodes.length * BYTES.hash) / BYTES.writeUnit);
  const record = BYTES.header * 2 + nodes.length * (BYTES.node + BYTES.hash);
  return {
    invocations: 2,
    // Starting reads the header; closing reads the whole record.
    readUnits: 1 + Math.ceil(record / BYTES.readUnit),
    // The input, the hashes, the header with its place in the index, and the header with the result.
    writeUnits: 1 + hashes + 2 + 1,
    puts: 1,
  };
}

/** US dollars. `at` says how long handlers work. */
export function priceOf(usage: Usage, at: 'least' | 'most'): number {
  const { transitions, invocations, readUnits, writeUnits, puts } = usage;
  const perInvocation =
    PRICES.invocation + HANDLER[at] * HANDLER.memory * PRICES.gigabyteSecond + (LOGGED[at] / 1e9) * PRICES.logGigabyte;
  return (
    transitions * PRICES.transition +
    invocations * perInvocation +
    readUnits * PRICES.readUnit +
    writeUnits * PRICES.writeUnit +
    puts * PRICES.put
  );
}
