import { check } from '../../lib/compile/check.ts';

const graph = (node: string) =>
  `name: x\nversion: 1.0.0\nnodes:\n  - {id: a, role: executor, ${node}}\nedges: []\nfinal: a\n`;

describe('what validation asks of the project', () => {
  it('is only for paths inside it', () => {
    const asked: string[] = [];
    const { diagnostics } = check(graph('skill: s, inputs: [../up, /etc/x, docs/, a..b.md]'), {
      fileExists: (path) => {
        asked.push(path);
        return path === 'docs/';
      },
    });
    expect(asked).toEqual(['docs/', 'a..b.md']);
    expect(diagnostics.map(({ code, at }) => `${code} ${at.column}`)).toEqual([
      'G06 48',
      'G15 48',
      'G06 55',
      'G15 55',
      'G06 70',
    ]);
  });

  it('is only for skills that are well named, each once', () => {
    const asked: string[] = [];
    const skillExists = (name: string) => {
      asked.push(name);
      return false;
    };
    const text = 'workflow: {name: x, version: 1.0.0}\nsteps:\n';
    const steps = ['/a', '/a', '/ns:b', '/../x', '/ns:..'].map(
      (command, i) => `  - {id: s${i}, command: "${command}"}\n`,
    );
    const { diagnostics } = check(text + steps.join(''), { skillExists });
    expect(asked).toEqual(['a', 'ns/b']);
    expect(diagnostics.map(({ code, at }) => `${code} ${at.line}`)).toEqual([
      'V006 3',
      'V006 4',
      'V006 5',
      'V006 6',
      'V006 7',
    ]);
  });

  it('is nothing without one: skills are not looked up, and no file is there', () => {
    expect(check(graph('skill: s')).diagnostics).toEqual([]);
    expect(check(graph('skill: s, inputs: [docs/]')).diagnostics.map(({ code }) => code)).toEqual(['G06']);
  });
});
