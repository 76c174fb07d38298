import { check } from '../../lib/compile/check.ts';
import { implicitOrder, readsBeforeWrite } from '../../lib/ir/implicit-order.ts';

const orders = (steps: string) => {
  const { graph, diagnostics } = check(`workflow: {name: x, version: 1.0.0}\nsteps:\n${steps}`);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const pairs = (list: ReturnType<typeof implicitOrder>) => list.map(({ from, to, key }) => `${from}→${to} ${key}`);
  return { found: pairs(implicitOrder(graph!)), refused: pairs(readsBeforeWrite(graph!)) };
};

describe('implicit order', () => {
  it('puts a reader after the writer, in args and conditions, once a key', () => {
    const steps = `  - {id: r, command: /r, args: {v: '{{context.k}} {{context.k}}'}, condition: context.k}
  - {id: w, command: /w, output_as: k}
  - {id: s, command: /s, condition: context.k == x}
`;
    expect(orders(steps)).toEqual({ found: ['w→r k', 'w→s k'], refused: [] });
  });

  it('is not needed where the reader depends on the writer, over others too', () => {
    const steps = `  - {id: w, command: /w, output_as: k}
  - {id: m, command: /m, depends_on: [w]}
  - {id: r, command: /r, depends_on: [m], args: {v: '{{context.k}}'}}
`;
    expect(orders(steps)).toEqual({ found: [], refused: [] });
  });

  it('closes no cycle, with dependencies or with orders found before', () => {
    const steps = `  - {id: a, command: /a, output_as: x, args: {v: '{{context.y}}'}}
  - {id: b, command: /b, output_as: y, args: {v: '{{context.x}}'}}
  - {id: c, command: /c, output_as: z, depends_on: [d]}
  - {id: d, command: /d, args: {v: '{{context.z}}'}}
`;
    expect(orders(steps)).toEqual({ found: ['b→a y'], refused: ['a→b x', 'c→d z'] });
  });

  it('leaves alone what a step reads of itself, and what only the input can give', () => {
    expect(orders(`  - {id: a, command: /a, output_as: x, args: {v: '{{context.x}} {{context.topic}}'}}\n`)).toEqual({
      found: [],
      refused: [],
    });
  });
});
