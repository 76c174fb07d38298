/**
 * The main job, `npm start`: runs the example workflow from the start on this machine, then draws it coloured by what
 * happened, into .workflow/graph.svg beside the example.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const example = path.join(root, 'examples/docs-review');
const picture = path.join(example, '.workflow/graph.svg');

/** Runs the command line in the example's folder; what it prints is shown, or returned when it is `captured`. */
function stepwright(args: readonly string[], captured = false): string {
  const { status, stdout, error } = spawnSync(process.execPath, [path.join(root, 'bin/stepwright.ts'), ...args], {
    cwd: example,
    encoding: 'utf8',
    stdio: ['inherit', captured ? 'pipe' : 'inherit', 'inherit'],
  });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
  return captured ? stdout : '';
}

stepwright(['run', '--fresh']);
writeFileSync(picture, stepwright(['graph', '--run', 'latest', '--format', 'svg'], true));
console.log(`Picture: ${path.relative(process.cwd(), picture)}`);
