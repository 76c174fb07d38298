#!/usr/bin/env node
import module from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`error stepwright needs Node 22.18 or newer; this is ${process.versions.node}`);
  process.exit(2);
}

// Node keeps what it compiled of the modules below, so that all starts but the first one are faster.
module.enableCompileCache();
const { runProcess } = await import('../lib/cli/run-process.ts');
await runProcess();
