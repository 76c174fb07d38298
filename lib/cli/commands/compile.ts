import { printHuman } from '../../diagnostics/print-human.ts';
import { printGraph, printTree } from '../../ir/print.ts';
import type { Compiled } from '../../compile/index.ts';
import { exitCode } from '../exit-codes.ts';
import type { Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { loadWorkflow } from '../load-workflow.ts';
import { writeResult } from '../write-result.ts';

interface Options {
  readonly output?: string;
  readonly print: 'ir' | 'tree' | 'asl';
  readonly target: 'local' | 'aws';
}

/** Writes the state machine of a workflow, or what stands between the two. Diagnostics go to stderr. */
export const compile: Command<Options> = (call) => {
  const { io, args, options } = call;
  const loaded = loadWorkflow(io.cwd, args[0], options.target);
  if (isRefused(loaded)) return Promise.resolve(refuse(call, loaded));
  const { file } = loaded;
  const diagnostics = loaded.kind === 'loaded' ? loaded.warnings : loaded.diagnostics;
  io.stderr(printHuman(diagnostics, new TextDecoder().decode(file.source), file.file, io.colours));
  if (loaded.kind === 'invalid') return Promise.resolve(exitCode.failed);
  const { print } = options;
  return Promise.resolve(writeResult(call, textOf(loaded.compiled, print), print === 'asl' ? undefined : { print }));
};

function textOf({ asl, analysis, tree }: Compiled, print: Options['print']): string {
  switch (print) {
    case 'asl':
      return `${JSON.stringify(asl, null, 2)}\n`;
    case 'ir':
      return printGraph(analysis);
    case 'tree':
      return printTree(analysis, tree);
  }
}
