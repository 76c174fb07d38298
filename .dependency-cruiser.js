// Who may import whom. Each rule is proved to bite in test/toolchain/import-rules.test.ts.

/** Node's own modules that reach the outside: files, network, processes, the machine, the clock of a timer. */
const outside =
  '^(node:)?(fs|net|http|http2|https|dgram|dns|tls|child_process|cluster|worker_threads|os|timers|inspector|repl|readline|vm|process)(/|$)';
const cloudSdk = 'node_modules/(@aws-sdk|@smithy|aws-cdk|aws-cdk-lib|constructs)/';
const cdk = 'node_modules/(aws-cdk-lib|constructs)/';
const ours = '^(bin|lambdas|lib|scripts|examples|test)/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files that import each other in a ring cannot be read or loaded one by one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'An import must lead somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-package',
      comment: 'A package that is imported stands in package.json; it is not there by chance of another one.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-package-in-the-tool',
      comment: 'What users install does not bring the development packages along.',
      severity: 'error',
      from: { path: '^(bin|lambdas|lib)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'npm-peer', 'type-only'] },
    },
    {
      name: 'no-unused-file-in-lib',
      comment: 'Every file of the library serves the command line, a Lambda function or the public API.',
      severity: 'error',
      from: { path: '^(bin|lambdas)/|^lib/index\\.ts$' },
      to: { path: '^lib/', pathNot: '^lib/index\\.ts$', reachable: false },
    },
    {
      name: 'ir-stands-alone',
      comment: 'The graph and the tree are what everything else agrees on, so they depend on nothing (but a hash).',
      severity: 'error',
      from: { path: '^lib/ir/' },
      to: { pathNot: ['^lib/ir/', '^(node:)?crypto$'] },
    },
    {
      name: 'asl-stands-alone',
      comment: 'The types of the emitted language are shared by the compiler and the local engine.',
      severity: 'error',
      from: { path: '^lib/asl/' },
      to: { pathNot: '^lib/asl/' },
    },
    {
      name: 'phase-imports-no-other-phase',
      comment: 'Phases meet in the types of ir, asl and diagnostics; only lib/compile knows their order.',
      severity: 'error',
      from: { path: '^lib/compile/(\\d+-[^/]+)/' },
      to: { path: ours, pathNot: ['^lib/(ir|asl|diagnostics)/', '^lib/compile/$1/'] },
    },
    {
      name: 'compile-is-pure',
      comment: 'Compiling turns text into data: no files, no network, no processes, on whatever way.',
      severity: 'error',
      from: { path: '^lib/compile/' },
      to: { path: outside, reachable: true },
    },
    {
      name: 'compile-knows-no-cloud',
      comment: 'Compiling needs neither the AWS SDK nor the CDK.',
      severity: 'error',
      from: { path: '^lib/compile/' },
      to: { path: cloudSdk, reachable: true },
    },
    {
      name: 'compile-knows-no-user-of-it',
      comment: 'Compiling knows nothing of those who run, store, deploy or show what it made.',
      severity: 'error',
      from: { path: '^lib/compile/' },
      to: { path: '^(bin|lambdas)/|^lib/(cli|run|stack|node|store|skills)/', reachable: true },
    },
    {
      name: 'lambda-stays-small',
      comment:
        'A Lambda function carries what runs one node, nothing of the compiler, the engine, the stack or the CLI.',
      severity: 'error',
      from: { path: '^lambdas/' },
      to: { path: '^lib/(compile|run|stack|cli)/', reachable: true },
    },
    {
      name: 'engine-knows-only-asl',
      comment: 'The local engine interprets the emitted language as the service does; it knows nothing of workflows.',
      severity: 'error',
      from: { path: '^lib/run/' },
      to: { pathNot: ['^lib/(run|asl)/', 'node_modules/jsonata/', '^(node:)?(buffer|crypto|util)$'] },
    },
    {
      name: 'node-knows-only-its-stores',
      comment: 'Running one node is the same code in Lambda and on a laptop.',
      severity: 'error',
      from: { path: '^lib/node/' },
      to: { path: ours, pathNot: '^lib/(node|ir|skills|store)/' },
    },
    {
      name: 'stack-names-lambdas-by-path',
      comment: 'A stack bundles the Lambda sources; it never runs them.',
      severity: 'error',
      from: { path: '^lib/stack/' },
      to: { path: '^lambdas/' },
    },
    {
      name: 'cdk-only-in-the-stack',
      comment: 'The CDK is large and optional: only the constructs and the CDK app load it.',
      severity: 'error',
      from: { path: '^(bin|lambdas|lib|scripts|examples)/', pathNot: ['^lib/stack/', '^bin/app\\.ts$'] },
      to: { path: cdk },
    },
    {
      name: 'examples-use-types-only',
      comment: 'A skill is code of its own: of the tool it uses the author types and nothing at run time.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(bin|lambdas|lib|scripts|test)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nobody-imports-tests',
      comment: 'What ships does not lean on tests, nor on the scripts around it.',
      severity: 'error',
      from: { path: '^(bin|lambdas|lib)/' },
      to: { path: '^(test|scripts|examples)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|cdk\\.out)/' },
    // Imports of types count too: a phase that knows another's types is bound to it all the same.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default', 'types'], exportsFields: ['exports'] },
    skipAnalysisNotInRules: true,
  },
};
