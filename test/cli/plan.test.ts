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
    const { runsPerMonth, perMonth, perRun } = (await costOf()) as Record<string, never> & { runsPerMonth: number };
    expect(runsPerMonth).toBeCloseTo(30.4, 0);
    expect((perMonth as { least: number }).least).toBeCloseTo((perRun as { least: number }).least * 30.4, 3);
  });

  it('is told to people with the prices that it goes by', async () => {
    const { stdout } = await place.run('plan');
    expect(stdout).toMatch(/Cost: \$0\.000\d\d to \$0\.\d+ a run, \$0\.\d\d to \$\d\.\d\d for 1,000 runs, without the/);
    expect(stdout).toContain('list prices of us-east-1, 2025');
    expect(stdout).toMatch(/\$\d\.\d\d a month for alarms, metrics and the dashboard/);
  });
});
