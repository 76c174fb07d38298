import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import type { ICruiseOptions } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';

/** Files of a small project (path → text) and the rules that it breaks, in the order of the files that break them. */
interface Case {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly broken: readonly string[];
}

const nothing = 'export const nothing = 0;\n';
const imports = (...specifiers: string[]): string => specifiers.map((s) => `import '${s}';\n`).join('');

const cases: readonly Case[] = [
  {
    title: 'what each part may import breaks nothing',
    files: {
      'bin/stepwright.ts': imports('../lib/cli/main.ts'),
      'bin/app.ts': imports('aws-cdk-lib', '../lib/stack/stack.ts'),
      'lambdas/run-node.ts': imports('../lib/node/run-node.ts'),
      'lib/index.ts': imports('./compile/index.ts', './stack/stack.ts'),
      'lib/cli/main.ts': imports('node:fs', '../compile/index.ts', '../run/engine.ts'),
      'lib/compile/index.ts': imports('./1-parse/parse.ts', './2-dialect/graph.ts'),
      'lib/compile/1-parse/parse.ts': imports('yaml', '../../diagnostics/diagnostic.ts', './text.ts'),
      'lib/compile/1-parse/text.ts': nothing,
      'lib/compile/2-dialect/graph.ts': imports('zod', '../../ir/graph.ts', '../../asl/asl.ts'),
      'lib/ir/graph.ts': nothing,
      'lib/asl/asl.ts': nothing,
      'lib/diagnostics/diagnostic.ts': imports('../ir/graph.ts'),
      'lib/run/engine.ts': imports('jsonata', 'node:crypto', '../asl/asl.ts'),
      'lib/node/run-node.ts': imports('../ir/graph.ts', '../skills/skill.ts', '../store/file.ts'),
      'lib/skills/skill.ts': nothing,
      'lib/store/file.ts': imports('node:fs'),
      'lib/stack/stack.ts': imports('aws-cdk-lib', 'constructs', '../compile/index.ts'),
      'examples/one/skills/a/index.ts': `import type {} from '../../../../lib/skills/skill.ts';\n`,
    },
    broken: [],
  },
  {
    title: 'a ring of imports',
    files: { 'lib/cli/a.ts': imports('./b.ts'), 'lib/cli/b.ts': imports('./a.ts') },
    broken: ['no-circular'],
  },
  {
    title: 'a ring closed by a type',
    files: {
      'lib/cli/a.ts': `import type { B } from './b.ts';\nexport type A = B;\n`,
      'lib/cli/b.ts': `import type { A } from './a.ts';\nexport type B = A[];\n`,
    },
    broken: ['no-circular'],
  },
  { title: 'a file that is not there', files: { 'lib/cli/a.ts': imports('./gone.ts') }, broken: ['no-unresolved'] },
  {
    title: 'a package that package.json does not name',
    files: { 'lib/cli/a.ts': imports('semver') },
    broken: ['no-undeclared-package'],
  },
  {
    title: 'a development package in the tool',
    files: { 'lib/cli/a.ts': imports('prettier') },
    broken: ['no-dev-package-in-the-tool'],
  },
  {
    title: 'a file of the library that nothing needs',
    files: { 'bin/stepwright.ts': imports('../lib/cli/main.ts'), 'lib/cli/main.ts': nothing, 'lib/cli/x.ts': nothing },
    broken: ['no-unused-file-in-lib'],
  },
  {
    title: 'ir that imports a package',
    files: { 'lib/ir/graph.ts': imports('zod') },
    broken: ['ir-stands-alone'],
  },
  {
    title: 'asl that imports the graph, even as a type',
    files: { 'lib/asl/a.ts': `import type {} from '../ir/graph.ts';\n`, 'lib/ir/graph.ts': nothing },
    broken: ['asl-stands-alone'],
  },
  {
    title: 'a phase that imports another phase',
    files: { 'lib/compile/2-dialect/a.ts': imports('../1-parse/b.ts'), 'lib/compile/1-parse/b.ts': nothing },
    broken: ['phase-imports-no-other-phase'],
  },
  {
    title: 'a phase that imports the order of the phases',
    files: { 'lib/compile/2-dialect/a.ts': imports('../index.ts'), 'lib/compile/index.ts': nothing },
    broken: ['phase-imports-no-other-phase'],
  },
  {
    title: 'a phase that reads a file',
    files: { 'lib/compile/1-parse/a.ts': imports('node:fs/promises') },
    broken: ['compile-is-pure'],
  },
  {
    title: 'compile that reaches a process through a file of its own',
    files: {
      'lib/compile/index.ts': imports('../diagnostics/a.ts'),
      'lib/diagnostics/a.ts': imports('node:child_process'),
    },
    broken: ['compile-is-pure'],
  },
  {
    title: 'compile that imports the cloud',
    files: { 'lib/compile/6-emit/a.ts': imports('@aws-sdk/client-sfn') },
    broken: ['compile-knows-no-cloud'],
  },
  {
    title: 'compile that imports a store',
    files: { 'lib/compile/index.ts': imports('../store/a.ts'), 'lib/store/a.ts': nothing },
    broken: ['compile-knows-no-user-of-it'],
  },
  {
    title: 'a function that reaches the compiler through a store',
    files: {
      'lambdas/run-node.ts': imports('../lib/store/a.ts'),
      'lib/store/a.ts': imports('../compile/index.ts'),
      'lib/compile/index.ts': nothing,
    },
    broken: ['lambda-stays-small'],
  },
  {
    title: 'the engine that imports the graph',
    files: { 'lib/run/a.ts': imports('../ir/graph.ts'), 'lib/ir/graph.ts': nothing },
    broken: ['engine-knows-only-asl'],
  },
  {
    title: 'the engine that reads a file',
    files: { 'lib/run/a.ts': imports('node:fs') },
    broken: ['engine-knows-only-asl'],
  },
  {
    title: 'a node that imports the engine',
    files: { 'lib/node/a.ts': imports('../run/b.ts'), 'lib/run/b.ts': nothing },
    broken: ['node-knows-only-its-stores'],
  },
  {
    title: 'a stack that imports a function',
    files: {
      'bin/app.ts': imports('../lib/stack/a.ts'),
      'lib/stack/a.ts': imports('../../lambdas/b.ts'),
      'lambdas/b.ts': nothing,
    },
    broken: ['stack-names-lambdas-by-path'],
  },
  {
    title: 'the command line that imports the CDK',
    files: { 'lib/cli/a.ts': imports('aws-cdk-lib/assertions'), 'lib/cli/b.ts': imports('constructs') },
    broken: ['cdk-only-in-the-stack', 'cdk-only-in-the-stack'],
  },
  {
    title: 'a skill that runs code of the tool',
    files: { 'examples/one/skills/a/index.ts': imports('../../../../lib/store/b.ts'), 'lib/store/b.ts': nothing },
    broken: ['examples-use-types-only'],
  },
  {
    title: 'the tool that imports a test',
    files: { 'lib/cli/a.ts': imports('../../test/b.ts'), 'test/b.ts': nothing },
    broken: ['nobody-imports-tests'],
  },
];

const root = path.resolve(import.meta.dirname, '../..');

async function brokenRules(files: Case['files']): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'stepwright-import-rules-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    for (const name of ['node_modules', 'package.json', 'tsconfig.json']) {
      symlinkSync(path.join(root, name), path.join(folder, name));
    }
    const config = await extractConfig(path.join(root, '.dependency-cruiser.js'));
    const options: ICruiseOptions = { ...config.options, ruleSet: config, validate: true, baseDir: folder };
    const tops = [...new Set(Object.keys(files).map((name) => name.split('/')[0] ?? name))];
    const { output } = await cruise(tops, options, {}, { tsConfig: extractTsConfig(path.join(root, 'tsconfig.json')) });
    if (typeof output === 'string') throw new Error('a result object was expected');
    return output.summary.violations.map((violation) => violation.rule.name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('import rules', () => {
  it.each(cases)('$title', async ({ files, broken }) => {
    expect(await brokenRules(files)).toEqual(broken);
  });

  it('each have a case that breaks them', async () => {
    const config = await extractConfig(path.join(root, '.dependency-cruiser.js'));
    const shown = new Set(cases.flatMap((each) => each.broken));
    expect((config.forbidden ?? []).map((rule) => rule.name).filter((name) => !shown.has(name ?? ''))).toEqual([]);
  });
});
