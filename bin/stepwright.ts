#!/usr/bin/env node
import module from 'node:module';

// Node keeps what it compiled of the modules below, so that all starts but the first one are faster.
module.enableCompileCache();
const { runProcess } = await import('../lib/cli/run-process.ts');
await runProcess();
