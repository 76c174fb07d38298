import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const workflow = `name: small
version: 1.0.0
nodes:
  - { id: a, skill: s, role: intake, outputs: [artifacts/a.md, artifacts/b.md] }
  - { id: b, skill: s, role: executor, inputs: [artifacts/a.md] }
  - { id: c, skill: s, role: closeout }
edges:
  - { from: a, to: b }
  - { from: b, to: c }
final: c
`;

describe('the cost in a plan', () => {
  let place: Project;
  beforeEach(async () => (place = await project({ 'workflow.yaml': workflow })));
  afterEach(() => place.remove());

  async function costOf(): Promise<Record<string, unknown>> {
    const { code, document } = await place.json('plan');
    expect(code).toBe(0);
    return (document as unknown as { cost: Record<string, unknown> }).cost;
  }

  it('follows from what a run uses of the services', async () => {
    const cost = await costOf();
    expect(cost).toMatchObject({
      currency: 'USD',
      region: 'us-east-1',
      usage: {
        least: {
          // The start, the Choice behind it, three nodes and the close.
          transitions: 6,
          invocations: 5,
          // Header, input and the node itself, and b and c read the node before; the start and the close read too.
          readUnits: 3 + 4 + 4 + 2,
          // Two for a node, and input, hashes, the header (also in the index) and the result.
          writeUnits: 3 * 2 + 5,
          // Two outputs and their list, and the report.
          puts: 4,
        },
        // Each node has a second attempt.
        most: { transitions: 9, invocations: 8, readUnits: 2 * 11 + 2, writeUnits: 6 * 2 + 5, puts: 7 },
      },
    });
    const { perRun, per1000Runs } = cost as Record<string, { least: number; most: number }>;
    // Six transitions for $0.00015, and something for the rest.
    expect(perRun!.least).toBeGreaterThan(0.000_15);
    expect(perRun!.least).toBeLessThan(0.000_25);
    expect(perRun!.most).toBeGreaterThan(perRun!.least);
    expect(per1000Runs!.least / perRun!.least).toBeCloseTo(1000, 0);
    expect(per1000Runs!.most / perRun!.most).toBeCloseTo(1000, 0);
  });

  it('counts a month where there is a schedule', async () => {
    expect(await costOf()).not.toHaveProperty('perMonth');
    place.write('workflow.yaml', `${workflow}schedule: { enabled: true, cron: "0 6 * * *" }\n`);
    const { runsPerMonth, perMonth, perRun } = (await costOf()) as Record<'perMonth' | 'perRun', { least: number }> & {
      runsPerMonth: number;
    };
    expect(runsPerMonth).toBeCloseTo(30.4, 0);
    expect(perMonth.least).toBeCloseTo(perRun.least * 30.4, 3);
  });

  it('is told to people with the prices that it goes by', async () => {
    const { stdout } = await place.run('plan');
    expect(stdout).toMatch(/Cost: \$0\.000\d\d to \$0\.\d+ a run, \$0\.\d\d to \$\d\.\d\d for 1,000 runs, without the/);
    expect(stdout).toContain('list prices of us-east-1, 2025');
    expect(stdout).toMatch(/\$\d\.\d\d a month for alarms, metrics, the dashboard and a key/);
  });
});

describe('the cost of a run', () => {
  it('follows from its record', async () => {
    const place = await project({ 'workflow.yaml': workflow, 'script.yaml': 'b: [{ fail: once }, {}]\n' });
    try {
      expect((await place.run('run', '--mock', 'script.yaml')).code).toBe(0);
      const { code, document } = await place.json('plan', '--run', 'latest');
      const counts = { invocations: 6, readUnits: 3 + 2 * 4 + 4 + 2, writeUnits: 4 * 2 + 5, puts: 4 };
      expect([code, document]).toEqual([
        0,
        expect.objectContaining({
          run: expect.any(String),
          usage: {
            // b was executed twice; the most adds the Choice behind the start.
            least: { transitions: 3 + 4, ...counts },
            most: { transitions: expect.any(Number), ...counts },
          },
          cost: { least: expect.any(Number), most: expect.any(Number) },
        }),
      ]);
      expect((await place.run('plan', '--run', 'latest')).stdout).toMatch(
        /^Run \S+: \$0\.000\d\d to \$0\.000\d\d \(list/,
      );
      expect((await place.run('plan', '--run', 'nobody')).code).toBe(2);
    } finally {
      await place.remove();
    }
  });
});
