import vm from 'node:vm';

// Tests run as the ES modules that ship, so that `import.meta`, `import()` and ESM-only packages behave as they do in
// the tool. Jest needs a Node flag for that, which the npm scripts give.
if (process.argv[1]?.includes('jest') && !('SourceTextModule' in vm)) {
  throw new Error('Run the tests with `npm test -- [pattern]`: they need --experimental-vm-modules.');
}

/** @type {import('jest').Config} */
export default {
  displayName: 'unit',
  testEnvironment: 'node',
  maxWorkers: '100%',
  // A machine that does other things as well takes its time; a test that hangs ends all the same.
  testTimeout: 60_000,
  globalSetup: '<rootDir>/test/temporary-files.ts',
  globalTeardown: '<rootDir>/test/temporary-files-end.ts',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/cdk.out/'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        jsc: { target: 'es2024', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
      },
    ],
  },
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  collectCoverageFrom: ['{bin,lambdas,lib}/**/*.ts'],
  coverageProvider: 'v8',
};
