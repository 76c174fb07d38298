import { defineConfig, globalIgnores } from 'eslint/config';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist/', 'cdk.out/', 'coverage/', '.venv/', '**/.workflow/', 'test/**/samples/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  // The configuration files of the tools themselves.
  { files: ['*.js'], extends: [tseslint.configs.recommended] },

  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-else-return': 'error',
      'object-shorthand': 'error',
      'prefer-template': 'error',
      complexity: ['error', 20],
      'max-depth': ['error', 4],
      'max-lines': ['error', { max: 400 }],
      'max-params': ['error', 6],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // An empty function stands where a callback is wanted and nothing is to be done.
      '@typescript-eslint/no-empty-function': 'off',
      // Every index may be out of range for the compiler; `!` says where the reader can see that it is not.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-non-null-assertion': 'off',
      // Columns are counted in code points, which is what spreading a text gives.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // A skill may return nothing, and its type says so.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // `type` and `interface` are chosen by what reads best.
      '@typescript-eslint/consistent-type-definitions': 'off',
    },
  },

  // Compiling the same text gives the same machine, always and everywhere: no clock, no chance, no surroundings.
  {
    files: ['lib/compile/**/*.ts', 'lib/ir/**/*.ts', 'lib/asl/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['process', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'performance', 'crypto'].map((name) => ({
          name,
          message: 'Compiling is pure: pass in what is needed.',
        })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Compiling has no clock: pass the time in.' },
        { object: 'Math', property: 'random', message: 'Compiling has no chance in it.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
          message: 'Compiling has no clock: pass the time in.',
        },
      ],
    },
  },

  {
    files: ['bin/**/*.ts', 'scripts/**/*.ts', 'lib/cli/**/*.ts'],
    rules: { 'no-console': 'off' },
  },

  // A test reads JSON whose shape it then asserts, and may be a long list of cases.
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      'max-lines': 'off',
    },
  },

  prettier,
);
