import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const graph = `name: from
version: 1.0.0
nodes:
  - {id: in, skill: s, role: intake, outputs: [artifacts/in.md]}
  - {id: route, skill: s, role: router}
  - {id: left, skill: s, role: executor, outputs: [artifacts/left.md]}
  - {id: right, skill: s, role: executor}
  - {id: join, skill: s, role: executor, inputs: [artifacts/in.md, artifacts/left.md]}
  - {id: check, skill: s, role: validator}
  - {id: close, skill: s, role: closeout}
edges:
  - {from: in, to: route}
  - {from: route, to: left, label: left}
  - {from: route, to: right, label: right}
  - {from: left, to: join}
  - {from: right, to: join}
  - {from: join, to: check}
  - {from: check, to: close, kind: on_pass}
  - {from: check, to: join, kind: on_failure, label: max 2}
final: close
`;

const statuses = (nodes: Readonly<Record<string, { readonly status: string }>>) =>
  Object.entries(nodes).map(([id, { status }]) => `${id} ${status}`);

describe('run --from', () => {
  let place: Project;

  afterEach(() => place.remove());

  it('runs a node and what follows it, and keeps the rest of the last run', async () => {
    place = await project({ 'workflow.yaml': graph, 'script.yaml': 'check: [{fail: red}, {}]\n' });
    const first = (await place.json('run', '--mock', 'script.yaml')).document;
    const { code, document } = await place.json('run', '--mock', 'script.yaml', '--from', 'join');
    expect([code, document.status, document.run === first.run]).toEqual([0, 'completed', false]);
    // The loop begins again, since its source does.
    expect(document.runs).toEqual({ in: 1, route: 1, left: 1, right: 0, join: 2, check: 2, close: 1 });
    expect(document.state.loops).toEqual({ 'check→join': 1 });
    expect(document.state.nodes['left']).toEqual(first.state.nodes['left']);
    expect(document.state.nodes['right']).toEqual(first.state.nodes['right']);
    expect(place.read(`.workflow/runs/${document.run}/artifacts/in/1/artifacts/in.md`)).toContain('stand-in');
  });

  it('skips what lies before the node where there is no last run', async () => {
    place = await project({ 'workflow.yaml': graph });
    const { code, document } = await place.json('run', '--mock', '--from', 'left');
    expect([code, document.status]).toEqual([0, 'completed']);
    expect(statuses(document.state.nodes)).toEqual([
      'in skipped',
      'route skipped',
      'left passed',
      'right skipped',
      'join passed',
      'check passed',
      'close passed',
    ]);
    expect(document.state.nodes['in']!.note).toBe('before start node left');
    expect(document.runs).toMatchObject({ in: 0, route: 0, left: 1, join: 1 });
  });

  it('starts at a node although the last run went another way', async () => {
    place = await project({ 'workflow.yaml': graph, 'script.yaml': 'route: {label: left}\n' });
    await place.run('run', '--mock', 'script.yaml');
    const { code, document } = await place.json('run', '--mock', 'script.yaml', '--from', 'right');
    expect([code, statuses(document.state.nodes)]).toEqual([
      0,
      ['in passed', 'route skipped', 'left passed', 'right passed', 'join passed', 'check passed', 'close passed'],
    ]);
    expect(document.runs).toMatchObject({ left: 1, right: 1, join: 1 });
  });

  it('starts a list of steps at a step, with what the steps before it have put into the context', async () => {
    place = await project({
      'workflow.yaml': `workflow: {name: steps, version: 1.0.0}
steps:
  - {id: a, command: /a, output_as: ka}
  - {id: b, command: /b, output_as: kb}
  - {id: c, command: /c, depends_on: [a, b], args: {t: '{{context.ka}}{{context.kb}}'}, output_as: kc}
  - {id: d, command: /d, depends_on: [c]}
`,
      'skills/a/index.js': 'export default () => ({ output: "A" });\n',
      'skills/b/index.js': 'export default () => { throw new Error("B failed"); };\n',
      'skills/c/index.js': 'export default ({ args }) => ({ output: args.t });\n',
      'skills/d/index.js': 'export default () => {};\n',
    });
    expect((await place.run('run')).code).toBe(1);
    const { code, document } = await place.json('run', '--from', 'c');
    expect([code, document.status]).toEqual([0, 'completed']);
    expect(statuses(document.state.nodes)).toEqual(['a passed', 'b skipped', 'c passed', 'd passed']);
    expect(document.state.context).toEqual({ ka: 'A', kb: 'B failed', kc: 'AB failed' });
    expect(document.state.nodes['b']!.note).toBe('before start node c');
  });

  it('lets what runs again change, but not what is kept', async () => {
    place = await project({ 'workflow.yaml': graph });
    const { document } = await place.json('run', '--mock');
    place.write('workflow.yaml', graph.replace('{id: join, skill: s,', '{id: join, skill: t,'));
    expect((await place.run('run', '--mock', '--from', 'join')).code).toBe(0);
    place.write('workflow.yaml', graph.replace('{id: left, skill: s,', '{id: left, skill: t,'));
    const refused = await place.json('run', '--mock', '--from', 'join');
    expect([refused.code, refused.document.error]).toEqual([
      2,
      expect.stringMatching(/^what would be kept of the run .* has changed: left; /),
    ]);
    expect(refused.document.error).not.toContain(document.run);
    expect((await place.run('run', '--mock', '--from', 'join', '--force')).code).toBe(0);
    expect((await place.json('run', '--mock', '--from', 'Joint')).document.error).toBe(
      'the workflow has no node "Joint"; did you mean "join"?',
    );
    expect((await place.json('run', '--mock', '--from', 'z')).document.error).toMatch(
      /^the workflow has no node "z"; it has "in", "route", .* and "close"$/,
    );
  });

  it('keeps what only stands in a region with what follows the node', async () => {
    const loop = `name: region
version: 1.0.0
nodes:
  - {id: B, skill: b, role: executor}
  - {id: C, skill: c, role: executor}
  - {id: D, skill: d, role: executor}
edges:
  - {from: B, to: D}
  - {from: C, to: D}
  - {from: D, to: B, loop: true, label: again}
final: D
`;
    place = await project({ 'workflow.yaml': loop, 'script.yaml': 'B: {error: bang}\n' });
    await place.json('run', '--mock');
    const { code, document } = await place.json('run', '--mock', 'script.yaml', '--from', 'C');
    expect([code, document.runs]).toEqual([0, { B: 1, C: 1, D: 1 }]);
  });
});
