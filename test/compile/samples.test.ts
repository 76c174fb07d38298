import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import validateAsl from 'asl-validator';
import { compile } from '../../lib/compile/index.ts';
import { printTree } from '../../lib/ir/print.ts';
import { checkDefinition } from '../run/check-definition.ts';

/**
 * A folder is a case: `workflow.yaml`, and what it is structured to (`tree.txt`) and compiled to (`asl.json`).
 * With UPDATE_SAMPLES=1 both are written anew; look at what has changed before it is committed.
 */
const samples = path.join(import.meta.dirname, 'samples');
const update = process.env['UPDATE_SAMPLES'] === '1';

describe.each(readdirSync(samples).sort())('%s', (name) => {
  const file = (part: string) => path.join(samples, name, part);
  const { compiled, diagnostics } = compile(readFileSync(file('workflow.yaml')));

  it('is a valid workflow and a valid definition', () => {
    expect(diagnostics.filter((diagnostic) => diagnostic.severity === 'error')).toEqual([]);
    checkDefinition(compiled!.asl, compiled!.table);
    // The validator writes into what it validates.
    const { isValid, errorsText } = validateAsl(structuredClone(compiled!.asl));
    expect(isValid ? '' : errorsText()).toBe('');
  });

  it.each(['tree.txt', 'asl.json'] as const)('has the %s that is expected', (part) => {
    const { analysis, tree, asl } = compiled!;
    const text = part === 'tree.txt' ? printTree(analysis, tree) : `${JSON.stringify(asl, null, 2)}\n`;
    if (update) writeFileSync(file(part), text);
    expect(existsSync(file(part))).toBe(true);
    expect(text).toBe(readFileSync(file(part), 'utf8'));
  });
});
