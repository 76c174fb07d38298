import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { parse } from '../../lib/compile/1-parse/index.ts';
import { lower } from '../../lib/compile/2-dialect/index.ts';
import { validate } from '../../lib/compile/3-validate/index.ts';
import { check } from '../../lib/compile/check.ts';
import { cpuWatch } from '../cpu-time.ts';

const samples = join(import.meta.dirname, 'samples');
const texts = readdirSync(samples).map((name) => readFileSync(join(samples, name, 'workflow.yaml'), 'utf8'));

/** Whatever the file is, it is answered: with a graph or with errors, each at a place in the file. */
function answers(source: string | Uint8Array): void {
  const { graph, diagnostics } = check(source, { skillExists: () => true, fileExists: () => true });
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  const lines = text.split('\n').length;
  expect(graph !== undefined).toBe(!diagnostics.some(({ severity }) => severity === 'error'));
  for (const { code, message, at } of diagnostics) {
    expect(code).toMatch(/^(?:G(?:0[1-9]|1[0-8])|V0(?:0\d|1[0-5]))$/);
    expect(message).not.toMatch(/[\p{Cc}\p{Cs}]|undefined|\[object/u);
    expect(at.line).toBeGreaterThanOrEqual(1);
    expect(at.line).toBeLessThanOrEqual(lines);
    expect(at.column).toBeGreaterThanOrEqual(1);
  }
}

describe('any file is answered', () => {
  it('of any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), answers), { numRuns: 500 });
  });

  it('of the characters that mean something', () => {
    const character = fc.constantFrom(
      ...Array.from('abc:-?[]{},#&*!|>\'"%@`~<= \n\t\r\uFEFF\u0000🚀0'),
      '<<: ',
      '- ',
      ': ',
      '&a ',
      '*a ',
      'nodes:',
      'steps:',
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 60 }), (parts) => answers(parts.join(''))),
      { numRuns: 1000 },
    );
  });

  it('of a workflow with some characters changed', () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.integer({ min: 0, max: 12 }),
      put: fc.oneof(
        fc.constant(''),
        fc.constantFrom('\n', ' ', '\t', ':', '- ', '{', ']', '"', '*x', '&x ', 'null', '5', '~'),
        fc.string({ maxLength: 5 }),
      ),
    });
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.array(change, { minLength: 1, maxLength: 4 }), (text, changes) => {
        let changed = text;
        for (const { at, cut, put } of changes) {
          const place = Math.floor(at * changed.length);
          changed = changed.slice(0, place) + put + changed.slice(place + cut);
        }
        answers(changed);
      }),
      { numRuns: 1000 },
    );
  });

  it('of known fields with any values', () => {
    const value: fc.Arbitrary<unknown> = fc.oneof(
      fc.constantFrom(
        null,
        true,
        0,
        -1,
        1.5,
        1e9,
        '',
        'a',
        'b',
        'context.a',
        'on_pass',
        'on_failure',
        'router',
        'all',
        '{{context.k}}',
        'k',
        '/a',
        '../x',
        '__proto__',
        '\u200b',
        '0 9 * * *',
        'UTC',
      ),
      fc.array(fc.constantFrom('a', 'b', 1, null, { a: 1 }), { maxLength: 3 }),
      fc.constant({ max: 1 }),
    );
    const record = (keys: readonly string[]) => fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 7 });
    const node = record([
      'id',
      'skill',
      'role',
      'inputs',
      'outputs',
      'independent',
      'skip_when',
      'split',
      'human',
      'with',
      'timeout_seconds',
      'retry',
      'weight',
    ]);
    const edge = record(['from', 'to', 'label', 'kind', 'loop', 'via']);
    const step = record([
      'id',
      'command',
      'name',
      'args',
      'depends_on',
      'output_as',
      'condition',
      'continue_on_error',
      'timeout_seconds',
    ]);
    const schedule = record(['enabled', 'cron', 'timezone', 'overlap']);
    const list = (item: fc.Arbitrary<unknown>) =>
      fc.oneof({ weight: 5, arbitrary: fc.array(item, { maxLength: 5 }) }, value);
    const graph = fc.record({
      name: value,
      version: value,
      nodes: list(node),
      edges: list(edge),
      final: value,
      schedule,
    });
    const steps = fc.record({
      workflow: record(['name', 'version', 'tags']),
      defaults: record(['stop_on_error', 'timeout_seconds']),
      steps: list(step),
      schedule,
    });
    fc.assert(
      fc.property(fc.oneof(graph, steps), (file) => answers(stringify(file))),
      { numRuns: 400 },
    );
  });
});

describe('a large graph', () => {
  it.each([300, 5000])('that is one ring of %d nodes has one cycle', (nodes) => {
    const ids = Array.from({ length: nodes }, (_, i) => i);
    const text = `name: ring\nversion: 1.0.0\nnodes:\n${ids
      .map((i) => `  - {id: n${i}, skill: s, role: executor}\n`)
      .join('')}edges:\n${ids.map((i) => `  - {from: n${i}, to: n${(i + 1) % nodes}}\n`).join('')}final: n0\n`;
    const cycles = check(text).diagnostics.filter(({ code }) => code === 'G05');
    expect(cycles.map(({ at }) => at.line)).toEqual([4 + 2 * nodes]);
    expect(cycles[0]!.message).toContain('"n0" → "n1" → ');
    expect(cycles[0]!.message).toContain(`→ "n${nodes - 1}" → "n0"`);
  });

  /** Layers of nodes, each of which writes a file that a later one reads; with a loop and a router now and then. */
  function large(nodes: number): string {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    const lines = Array.from({ length: nodes }, (_, i) => {
      const input = i > 0 ? `, inputs: [artifacts/${random(i)}.md]` : '';
      return `  - {id: n${i}, skill: s, role: executor, outputs: [artifacts/${i}.md, out/${i % 50}/]${input}}\n`;
    });
    const edges = Array.from({ length: nodes * 2 }, (_, k) => {
      const [a, b] = [random(nodes), random(nodes)];
      if (a === b) return '';
      const back = k % 20 === 0;
      const [from, to] = a < b === back ? [b, a] : [a, b];
      return `  - {from: n${from}, to: n${to}, label: l${k % 3}${back ? `x${k}, loop: true` : ''}}\n`;
    });
    return `name: large\nversion: 1.0.0\nnodes:\n${lines.join('')}edges:\n${edges.join('')}final: n${nodes - 1}\n`;
  }

  it('of 2000 nodes and 4000 edges is validated soon, and one of four times the size in about four times as long', () => {
    const time = (nodes: number) => {
      const graph = lower(parse(large(nodes)).value!).value!;
      const used = cpuWatch();
      expect(validate(graph).length).toBeGreaterThan(0);
      return used();
    };
    time(500);
    const base = time(2000);
    expect(base).toBeLessThan(500);
    expect(time(8000)).toBeLessThan(Math.max(base, 50) * 12);
  });
});
