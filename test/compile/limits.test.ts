import { compile } from '../../lib/compile/index.ts';
import { limitsOf } from '../../lib/compile/limits.ts';
import { batches } from '../../lib/ir/batches.ts';

/** A chain of workers in a loop of so many rounds. */
const looped = (rounds: number, workers = 8) => {
  const ids = ['plan', ...Array.from({ length: workers }, (_, i) => `w${i + 1}`), 'check'];
  const nodes = [...ids, 'close'].map(
    (id) => `  - {id: ${id}, skill: s, role: ${id === 'check' ? 'validator' : 'executor'}}`,
  );
  const edges = ids.slice(1).map((id, i) => `  - {from: ${ids[i]!}, to: ${id}}`);
  return `name: history
version: 1.0.0
nodes:
${nodes.join('\n')}
edges:
${edges.join('\n')}
  - {from: check, to: close, label: ok, kind: on_pass}
  - {from: check, to: plan, label: "max ${rounds} retries", kind: on_failure, loop: true}
final: close
`;
};

const found = (source: string, target: 'local' | 'aws') =>
  compile(source, { target }).diagnostics.map(
    ({ code, severity, message, at }) => `${severity} ${code} ${at.line}:${at.column} ${message}`,
  );

describe('the limits of an execution', () => {
  it('count every round of a loop', () => {
    const { transitions, history, bounds } = limitsOf(compile(looped(500)).compiled!);
    expect([bounds.get('w3'), bounds.get('close')]).toEqual([501, 1]);
    // In each round 10 nodes and the Choice; once start, Choice, close and the close of the run.
    expect(transitions).toEqual({ best: 15, worst: 501 * 11 + 4, retries: 501 * 10 + 1 });
    // A node is entered and left, and each of two attempts is scheduled, starts and ends.
    expect(history.worst).toBe(501 * (10 * 8 + 2) + 8 + (5 + 2 + 5) + 2);
    expect(history.withPlatformRetries).toBeGreaterThan(history.worst);
  });

  it('are an error where the workflow is to be deployed, else a warning, at the loop that is to blame', () => {
    const line = 26;
    const said = `41,104 events; the service ends it at 25,000, and 24,500 are safe`;
    expect(found(looped(500), 'aws')).toEqual([
      `error G18 ${line}:36 In the worst case the execution's history reaches ${said}`,
    ]);
    expect(found(looped(500), 'local')).toEqual([
      `warning G18 ${line}:36 In the worst case the execution's history reaches ${said}`,
    ]);
    expect(compile(looped(500), { target: 'aws' }).compiled).toBeUndefined();
    expect(found(looped(20), 'aws')).toEqual([]);
  });

  it('are a warning where only retries of the platform exceed them', () => {
    expect(found(looped(120), 'aws')).toEqual([
      expect.stringMatching(
        /^warning G18 26:36 If the platform failed at every step, the execution's history would reach [\d,]+ events; 24,500 are safe$/,
      ),
    ]);
  });

  it('take the dearest arm of a choice, and of a choice in a loop any arm each time', () => {
    const source = (loop: string) => `name: arms
version: 1.0.0
nodes:
  - {id: r, skill: s, role: router}
  - {id: a, skill: s, role: executor}
  - {id: b1, skill: s, role: executor}
  - {id: b2, skill: s, role: executor}
  - {id: j, skill: s, role: validator}
  - {id: f, skill: s, role: closeout}
edges:
  - {from: r, to: a, label: short}
  - {from: r, to: b1, label: long}
  - {from: b1, to: b2}
  - {from: a, to: j}
  - {from: b2, to: j}
${loop}final: f
`;
    const once = limitsOf(compile(source('  - {from: j, to: f}\n')).compiled!).transitions;
    // start, Choice, r, Choice, an arm, j, f, close
    expect(once).toMatchObject({ best: 8, worst: 9 });
    const back = '  - {from: j, to: f, label: done}\n  - {from: j, to: r, label: max 2 more, loop: true}\n';
    const thrice = limitsOf(compile(source(back)).compiled!).transitions;
    expect(thrice).toMatchObject({ best: 9, worst: 3 * (1 + 1 + 2 + 1 + 1) + 4 });
  });

  it('tell of a definition that is too large', () => {
    const text = 'x'.repeat(9000);
    const nodes = Array.from(
      { length: 130 },
      (_, i) => `  - {id: n${i}, skill: s, role: executor, description: ${text}}`,
    ).join('\n');
    const edges = Array.from({ length: 129 }, (_, i) => `  - {from: n${i}, to: n${i + 1}}`).join('\n');
    const source = `name: large\nversion: 1.0.0\nnodes:\n${nodes}\nedges:\n${edges}\nfinal: n129\n`;
    expect(found(source, 'aws')).toEqual([
      expect.stringMatching(/^error G18 1:7 The definition has about [\d,]+ bytes; the service takes 1,048,576$/),
    ]);
    expect(found(source, 'local')).toEqual([expect.stringMatching(/^warning G18 1:7 /)]);
  });
});

describe('batches', () => {
  it('put what follows a loop after the whole of it', () => {
    const source = `name: order
version: 1.0.0
nodes: [{id: s, skill: s, role: intake}, {id: t, skill: s, role: executor}, {id: u, skill: s, role: validator}, {id: x, skill: s, role: executor}, {id: f, skill: s, role: closeout}]
edges:
  - {from: s, to: t, label: all}
  - {from: s, to: x, label: all}
  - {from: t, to: u}
  - {from: t, to: f}
  - {from: u, to: f, kind: on_pass}
  - {from: u, to: t, kind: on_failure}
  - {from: x, to: f}
final: f
`;
    expect(batches(compile(source).compiled!.analysis)).toEqual([['s'], ['t', 'x'], ['u'], ['f']]);
  });
});
