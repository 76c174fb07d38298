import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { check } from '../../lib/compile/check.ts';
import { differences } from './compare.ts';
import { runProduct } from './product.ts';
import type { Moment, Script } from './result.ts';
import { reference } from './scheduler.ts';

/** What a sample expects; a list of moments where timing decides. */
interface Expected {
  readonly status: string;
  readonly exit: number;
  readonly nodes: Record<string, string>;
  readonly loops?: Record<string, number>;
}

const samples = path.join(import.meta.dirname, 'samples');

describe.each(readdirSync(samples).sort())('%s', (name) => {
  const file = (part: string) => readFileSync(path.join(samples, name, part), 'utf8');
  const yaml = file('workflow.yaml');
  const { input, ...outcomes } = (parse(file('script.yaml')) ?? {}) as Record<string, unknown>;
  const script = new Map(Object.entries(outcomes).map(([id, list]) => [id, [list].flat()])) as Script;
  const expected = JSON.parse(file('expected.json')) as Expected;
  const { graph, diagnostics } = check(yaml);

  it('is what the rules say, for the reference', () => {
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const result = reference(graph!, script, { input });
    const loops = Object.fromEntries([...result.loops].filter(([, count]) => count > 0));
    const nodes = Object.fromEntries([...result.nodes].map(([id, node]) => [id, tell(node.allowed ?? [node], node)]));
    expect({ status: result.status, exit: result.exit, nodes, loops }).toEqual({ loops: {}, ...expected });
  });

  it('is what the compiled machine does', async () => {
    expect(differences(reference(graph!, script, { input }), await runProduct(yaml, script, { input }))).toEqual([]);
  });
});

/** `passed 1 'label'`, `skipped 0 branch`, `pending 0 or passed 1`: status, executions, and what explains it. */
function tell(moments: readonly Moment[], { label, reason }: { label?: string; reason?: string }): string {
  const told = new Set(moments.map(({ status, runs }) => `${status} ${runs}`));
  const why =
    told.size > 1 ? '' : [label === undefined ? '' : ` '${label}'`, reason === undefined ? '' : ` ${reason}`].join('');
  return `${[...told].join(' or ')}${why}`;
}
