import { parse } from '../../lib/compile/1-parse/index.ts';
import { check } from '../../lib/compile/check.ts';
import { entryOf } from '../../lib/ir/source.ts';
import { cpuWatch } from '../cpu-time.ts';

const FILE = `workflow: {name: win, description: case, version: 1.0.0}
steps:
  - id: a
    name: a
    command: /a
    condition: context.k == v
    args:
      text: |
        l1
        l2
`;

const bytes = (text: string) => new TextEncoder().encode(text);
const found = (source: string | Uint8Array) =>
  check(source).diagnostics.map(({ code, message, at }) => `${code} ${at.line}:${at.column} ${message}`);

describe('the form of a file', () => {
  const crlf = FILE.replaceAll('\n', '\r\n');

  it.each([
    ['as it is', FILE],
    ['a byte order mark in front', `\uFEFF${FILE}`],
    ['CRLF', crlf],
    ['both', `\uFEFF${crlf}`],
  ])('makes no difference: %s', (_, text) => {
    for (const source of [text, bytes(text)]) {
      const { graph, diagnostics } = check(source);
      expect(diagnostics).toEqual([]);
      const node = graph!.nodes[0]!;
      expect(node.skill.text).toBe('a');
      expect(node.guard!.predicate).toEqual({ kind: 'equals', key: 'k', value: 'v' });
      expect(node.args.get('text')).toBe('l1\nl2\n');
      expect(node.skill.at).toEqual({ line: 5, column: 14, length: 2 });
    }
  });

  it('tells a byte order mark that stands elsewhere', () => {
    expect(found(`---\n\uFEFF${FILE}`)).toEqual(['V000 2:1 The invisible character U+FEFF stands here']);
  });

  it('tells that UTF-16 is not UTF-8', () => {
    const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
    const message = 'G01 1:1 The file is not UTF-8: it looks like UTF-16';
    expect(found(utf16(`\uFEFF${FILE}`))).toEqual([message]);
    expect(found(utf16(FILE))).toEqual([message]);
    expect(found(new Uint8Array(Buffer.from(utf16(`\uFEFF${FILE}`)).swap16()))).toEqual([message]);
  });

  it('tells where the text stops being UTF-8', () => {
    expect(found(new Uint8Array(Buffer.from('name: x\nversion: caf\xe9 1\n', 'latin1')))).toEqual([
      'G01 2:13 The file is not UTF-8',
    ]);
    expect(found(new Uint8Array([0x61, 0x3a, 0x20, 0xed, 0xa0, 0x80]))).toEqual(['G01 1:4 The file is not UTF-8']);
  });

  it.each([
    ['LF', FILE, '\t'],
    ['CRLF', crlf, '\t'],
    ['blanks before it', FILE, '  \t'],
  ])('tells a tab in the indentation: %s', (_, text, indent) => {
    expect(found(text.replace('    command', `${indent}command`))).toEqual([
      `V000 5:${indent.length} A tab stands where the line is indented`,
    ]);
  });

  it('keeps a tab inside a quoted text', () => {
    const { graph } = check(FILE.replace('text: |\n        l1\n        l2', 'text: "l1\tl2"'));
    expect(graph!.nodes[0]!.args.get('text')).toBe('l1\tl2');
  });

  it.each([
    ['nothing', '', 'G01 1:1 The file is empty'],
    ['comments', '# later\n', 'G01 1:1 The file is empty'],
    ['a list', '- a\n', 'G01 1:1 The file must be a map of fields'],
    ['a text', 'hello', 'G01 1:1 The file must be a map of fields'],
  ])('must be a map, not %s', (_, text, message) => {
    expect(found(text)).toEqual([message]);
  });
});

describe('the source tree', () => {
  const root = (text: string) => {
    const { value, diagnostics } = parse(text);
    expect(diagnostics).toEqual([]);
    return value!.root;
  };

  it('knows scalars as written, their values and places', () => {
    const scalar = (key: string) => entryOf(tree, key)!.value;
    const tree = root('a: 007\nb: 1.10\nc: "x y"\nd:\ne: ~\nf: no\n"🚀🚀": {k: TRUE}\n');
    expect(scalar('a')).toEqual({ kind: 'scalar', text: '007', value: 7, at: { line: 1, column: 4, length: 3 } });
    expect(scalar('b')).toEqual({ kind: 'scalar', text: '1.10', value: 1.1, at: { line: 2, column: 4, length: 4 } });
    expect(scalar('c')).toEqual({ kind: 'scalar', text: 'x y', value: 'x y', at: { line: 3, column: 4, length: 5 } });
    expect(scalar('d')).toEqual({ kind: 'scalar', text: '', value: null, at: { line: 4, column: 1, length: 1 } });
    expect(scalar('e')).toMatchObject({ text: '~', value: null });
    expect(scalar('f')).toMatchObject({ text: 'no', value: 'no' });
    // Columns count characters, and each of these takes two units.
    expect(entryOf(scalar('🚀🚀'), 'k')!.value).toMatchObject({
      text: 'TRUE',
      value: true,
      at: { line: 7, column: 11 },
    });
  });

  it('keeps the order of number-like keys, and keys named like built-in properties', () => {
    const tree = root('10: a\n2: b\n__proto__: c\n1: d\nconstructor: e\n');
    expect(tree.entries.map(({ key }) => key)).toEqual(['10', '2', '__proto__', '1', 'constructor']);
    expect(entryOf(tree, 'toString')).toBeUndefined();
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('lets own keys win over merged ones, wherever the merge key stands', () => {
    const tree = root('a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {y: own, <<: [*a, *b], w: 5}\nd: {"<<": text}\n');
    const pairs = (key: string) => {
      const map = entryOf(tree, key)!.value;
      return map.kind === 'map'
        ? map.entries.map(({ key: k, value }) => [k, value.kind === 'scalar' && value.text])
        : [];
    };
    expect(pairs('c')).toEqual([
      ['y', 'own'],
      ['x', '1'],
      ['z', '4'],
      ['w', '5'],
    ]);
    expect(pairs('d')).toEqual([['<<', 'text']]);
  });

  it('takes an alias as the last anchor of that name before it', () => {
    const tree = root('a: &n 1\nb: *n\nc: &n 2\nd: *n\n');
    expect(entryOf(tree, 'b')!.value).toMatchObject({ text: '1', at: { line: 2, column: 4 } });
    expect(entryOf(tree, 'd')!.value).toMatchObject({ text: '2' });
  });
});

describe('aliases', () => {
  it('may name one text 150 times', () => {
    const args = Array.from({ length: 150 }, (_, i) => `      a${i + 1}: *n\n`).join('');
    const { graph, diagnostics } = check(
      `workflow: {name: many, version: 1.0.0}\nsteps:\n  - id: s\n    command: /x\n    args:\n      a0: &n job\n${args}`,
    );
    expect(diagnostics).toEqual([]);
    expect([...new Set(graph!.nodes[0]!.args.values())]).toEqual(['job']);
    expect(graph!.nodes[0]!.args.size).toBe(151);
  });

  it('may add 100,000 values, and no more', () => {
    // A list of 999 numbers is 1000 values.
    const file = (times: number) =>
      `x: &a [${Array(999).fill('1').join(', ')}]\ny: [${Array(times).fill('*a').join(', ')}]\n`;
    expect(parse(file(100)).diagnostics).toEqual([]);
    expect(parse(file(101)).diagnostics).toMatchObject([
      {
        message: 'Aliases make the data too large: more than 100000 values would be added',
        at: { line: 2, column: 405 },
      },
    ]);
  });

  it('cannot explode, also by merge keys', () => {
    const levels = 'bcdefghij'
      .split('')
      .map((name, i) => `${name}: &${name} {<<: *${'abcdefghi'[i]}, k${i}: *${'abcdefghi'[i]}}`);
    const used = cpuWatch();
    const { diagnostics } = parse(
      `a: &a {${Array.from({ length: 500 }, (_, i) => `x${i}: 1`).join(', ')}}\n${levels.join('\n')}\n`,
    );
    expect(diagnostics).toMatchObject([
      { message: expect.stringContaining('Aliases make the data too large') as string },
    ]);
    expect(used()).toBeLessThan(1000);
  });

  it('must name an anchor that stands before them and not around them', () => {
    expect(found('name: x\nnodes: *nods\nedges: &nodes []\n')).toEqual([
      'G01 2:8 The alias "*nods" names no anchor that stands before it',
    ]);
    expect(found('nodes: &n {a: {b: *n}}\n')).toEqual([
      'G01 1:19 The alias "*n" stands inside the very data that it names',
    ]);
    expect(found('nodes: {<<: 5}\nname: x\n')).toContain(
      'G01 1:9 A merge key `<<` needs a map, an alias of one, or a list of those',
    );
  });
});

describe('hostile files', () => {
  it.each([
    ['deep lists', '['.repeat(100_000)],
    ['deep maps', Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['deep but closed', `a: ${'['.repeat(300)}${']'.repeat(300)}`],
    [
      'deep by aliases',
      `a0: &a0 [x]\n${Array.from({ length: 300 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]`).join('\n')}`,
    ],
  ])('end in one message or none: %s', (_, text) => {
    const used = cpuWatch();
    const { diagnostics } = check(text);
    expect(diagnostics).toHaveLength(1);
    expect(used()).toBeLessThan(3000);
  });

  it('compares the keys of a large map in no time', () => {
    const used = cpuWatch();
    parse(Array.from({ length: 40_000 }, (_, i) => `k${i}: v\n`).join(''));
    expect(used()).toBeLessThan(3000);
  });

  it('are not read when they are too large', () => {
    expect(found(`# ${'x'.repeat(4_000_000)}`)).toEqual([
      'G01 1:1 The file has 4000002 bytes; at most 4000000 are read',
    ]);
  });

  it('show no control characters in messages', () => {
    const { diagnostics } = check('name: "a\\e[31mb"\nnodes: []\n"x\\e]0;y": 1\n');
    expect(JSON.stringify(diagnostics.map(({ message }) => message))).not.toContain('\\u001b');
  });
});
