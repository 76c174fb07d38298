import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { jsonSchema } from '../../lib/compile/2-dialect/json-schema.ts';

const samples = join(import.meta.dirname, '../diagnostics/samples');
/** Workflows as people use them. */
const real = ['software-agent-workflow', 'client-onboarding', 'morning-routine', 'weekly-review'];
const schema = jsonSchema();

// Some texts may be written as numbers or words, so their type is a list.
const ajv = new Ajv2020({ allowUnionTypes: true, strict: true });
const accepts = ajv.compile(schema);

const graph = {
  name: 'x',
  version: 1.1,
  nodes: [{ id: 1, skill: 's', role: 'executor' }],
  edges: [],
  final: true,
};
const steps = { workflow: { name: 'x' }, steps: [{ id: 1, command: '/a' }] };

describe('the JSON Schema', () => {
  it('is one', () => {
    expect(ajv.validateSchema(schema)).toBe(true);
  });

  it.each(real)('accepts %s', (name) => {
    accepts(parse(readFileSync(join(samples, name, 'workflow.yaml'), 'utf8')));
    expect(accepts.errors ?? []).toEqual([]);
  });

  it('accepts everything that a node, an edge and a step can have', () => {
    const node = {
      ...graph.nodes[0],
      description: 'd',
      inputs: ['a'],
      outputs: ['b/'],
      independent: true,
      skip_when: 'context.x',
      split: 'all',
      human: true,
      on_timeout: { label: 'x', text: 'y', fail: 'z' },
      with: { any: [1, { k: null }] },
      budget: 3,
      timeout_seconds: 5,
      retry: { max: 0, backoff_seconds: 0.5, on: ['timeout'] },
      weight: 0.5,
      expected_seconds: 3,
    };
    const edge = { from: 1, to: 'a', label: 'no', via: ['b/'], kind: 'on_failure', loop: true };
    const schedule = { enabled: true, cron: '0 9 * * *', timezone: 'UTC', overlap: 'queue' };
    const inputs = { topic: { type: 'text', default: [1], required: true, description: 'd' } };
    const event = {
      source: ['my.shop', { prefix: 'aws.' }],
      'detail-type': ['x'],
      account: ['1'],
      detail: { a: { b: [1, null] } },
      input: { order: 'detail.order.id' },
    };
    const triggers = { http: true, events: [event] };
    const more = { schedule, inputs, triggers, max_concurrency: 2 };
    expect(accepts({ ...graph, ...more, tags: ['a'], nodes: [node], edges: [edge] })).toBe(true);
    const step = {
      ...steps.steps[0],
      name: 'n',
      args: { a: '1', b: '{{context.k}}' },
      depends_on: [1],
      output_as: 'k',
      condition: 'context.k',
      continue_on_error: true,
      timeout_seconds: 1,
      retry: { max: 1 },
      weight: 1,
    };
    const defaults = { stop_on_error: false, timeout_seconds: 1, output_format: 'both' };
    const workflow = { name: 'x', version: '1.0.0', description: 'd', tags: [], client: 'c' };
    expect(accepts({ ...more, workflow, defaults, steps: [step] })).toBe(true);
  });

  const withStep = (more: object) => ({ ...steps, steps: [{ ...steps.steps[0], ...more }] });
  it.each([
    ['a field that is unknown', { ...graph, owner: 'me' }],
    ['an unknown field of a step', withStep({ depend_on: [] })],
    ['an unknown role', { ...graph, nodes: [{ id: 'a', skill: 's', role: 'boss' }] }],
    ['an argument that is no text', withStep({ args: { count: 5 } })],
    ['a limit of zero', withStep({ timeout_seconds: 0 })],
    ['dependencies that are no list', withStep({ depends_on: 'a' })],
    ['no command', { ...steps, steps: [{ id: 'a' }] }],
    ['no final node', { ...graph, final: undefined }],
    ['both dialects', { ...graph, ...steps }],
    ['neither dialect', { name: 'x' }],
  ])('refuses %s', (_, file) => {
    expect(accepts(JSON.parse(JSON.stringify(file)))).toBe(false);
  });

  it('describes every field', () => {
    const undescribed: string[] = [];
    const walk = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return;
      const { properties } = value as { properties?: Record<string, object> };
      for (const [name, field] of Object.entries(properties ?? {})) {
        if (!('description' in field)) undescribed.push(`${path}.${name}`);
      }
      for (const [key, inner] of Object.entries(value)) walk(inner, key === 'properties' ? path : `${path}.${key}`);
    };
    walk((schema as { $defs: object }).$defs, '');
    expect(undescribed).toEqual([]);
  });
});
