import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional: boolean }>;
};
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version?: string; resolved?: string; link?: boolean }>;
};

describe('package.json', () => {
  it('pins every package exactly, and the lockfile has that version', () => {
    const packages = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    const loose = packages.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
    const elsewhere = packages.filter(([name, v]) => lock.packages[`node_modules/${name}`]?.version !== v);
    expect(packages.length).toBeGreaterThan(20);
    expect({ loose, elsewhere }).toEqual({ loose: [], elsewhere: [] });
  });

  it('leaves it to the user to bring the CDK', () => {
    expect(Object.keys(manifest.peerDependencies)).toEqual(['aws-cdk', 'aws-cdk-lib', 'constructs']);
    expect(manifest.peerDependenciesMeta).toEqual({
      'aws-cdk': { optional: true },
      'aws-cdk-lib': { optional: true },
      constructs: { optional: true },
    });
    expect(Object.keys(manifest.dependencies).filter((name) => name in manifest.peerDependencies)).toEqual([]);
  });

  it('has scripts whose files exist', () => {
    const files = Object.values(manifest.scripts).flatMap((script) => script.match(/[\w./-]+\.(ts|js)\b/g) ?? []);
    expect(files).toContain('scripts/check.ts');
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

describe('what authors of skills import', () => {
  it('brings nothing but itself into the function that runs a skill', () => {
    const { metafile } = buildSync({
      stdin: {
        contents: "import { defineSkill } from './lib/skill.ts';\nexport default defineSkill({ run() {} });",
        resolveDir: root,
      },
      absWorkingDir: root,
      bundle: true,
      format: 'esm',
      metafile: true,
      write: false,
    });
    const files = Object.keys(metafile.inputs).filter((file) => file !== '<stdin>');
    expect(files.filter((file) => !file.startsWith('lib/skills/'))).toEqual(['lib/skill.ts']);
  });
});

describe('package-lock.json', () => {
  it('names no registry, so that it installs from any', () => {
    expect(Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
    expect(JSON.stringify(lock)).not.toMatch(/https?:\/\/[^"]*registry/);
  });
});
