import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../lib/compile/check.ts';
import type { Environment } from '../../lib/compile/3-validate/index.ts';

/**
 * A folder is a case: `workflow.yaml`, what is to be found in it (`expected.json`), and what the project around it has
 * (`project.json`: files, skills, target), if anything.
 */
const samples = join(import.meta.dirname, 'samples');

interface Project {
  readonly files?: readonly string[];
  readonly skills?: readonly string[];
  readonly target?: 'local' | 'aws';
}

function environment({ files = [], skills, target = 'local' }: Project): Environment {
  const inside = (path: string) => files.some((file) => path === file || (file.endsWith('/') && path.startsWith(file)));
  return {
    target,
    fileExists: inside,
    ...(skills && { skillExists: (name) => skills.includes(name), skillNames: () => skills }),
  };
}

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown;

describe('diagnostics of', () => {
  for (const name of readdirSync(samples)) {
    it(name, () => {
      const folder = join(samples, name);
      const project = join(folder, 'project.json');
      const { graph, diagnostics } = check(
        readFileSync(join(folder, 'workflow.yaml')),
        environment(existsSync(project) ? (json(project) as Project) : {}),
      );
      const found = diagnostics.map(({ code, severity, at, message }) => ({
        code,
        severity,
        line: at.line,
        column: at.column,
        message,
      }));
      expect(found).toEqual(json(join(folder, 'expected.json')));
      expect(graph === undefined).toBe(found.some(({ severity }) => severity === 'error'));
    });
  }

  it('every code', () => {
    const told = readdirSync(samples).flatMap(
      (name) => json(join(samples, name, 'expected.json')) as { code: string }[],
    );
    const numbers = (letter: string, from: number, to: number) =>
      Array.from(
        { length: to - from + 1 },
        (_, i) => `${letter}${String(from + i).padStart(letter === 'G' ? 2 : 3, '0')}`,
      );
    const codes = new Set(told.map(({ code }) => code));
    expect([...codes].sort()).toEqual([...numbers('G', 1, 18), ...numbers('V', 0, 15)].sort());
  });
});
