#!/usr/bin/env node
import { runProcess } from '../lib/cli/run-process.ts';

await runProcess();
