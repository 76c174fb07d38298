// Stands for an agent with a model behind it, by the same protocol: it reads its instructions, runs the blocks of shell
// that the skill has, in the skill's folder, writes the outputs, and says how it ended.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const { STEPWRIGHT_WORKSPACE, STEPWRIGHT_SKILL, STEPWRIGHT_OUTCOME } = process.env;
const instructions = readFileSync(process.argv[2], 'utf8');
const section = (title) =>
  new RegExp(`^# ${title}\\n([\\s\\S]*?)(?=^# [A-Z][a-z ]+$|$(?![\\s\\S]))`, 'm').exec(instructions)?.[1] ?? '';

const blocks = [...instructions.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, text]) => text.trim());
const changed = [];
for (const block of blocks) {
  console.log(`$ ${block}`);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', block], {
    cwd: STEPWRIGHT_SKILL,
    env: { ...process.env, PROJECT: STEPWRIGHT_WORKSPACE },
    encoding: 'utf8',
  });
  if (status !== 0) {
    writeFileSync(STEPWRIGHT_OUTCOME, JSON.stringify({ status: 'failed', note: `${block}: ${stderr}` }));
    process.exit();
  }
  changed.push(...stdout.split('\n').filter(Boolean));
}

const report = changed.map((file) => `- ${file}\n`).join('') || 'Nothing had to be changed.\n';
for (const [, path] of section('Output files').matchAll(/^- (.*?)(?: \(at least one file in it\))?$/gm)) {
  writeFileSync(path.endsWith('/') ? `${path}report.md` : path, report);
}
writeFileSync(STEPWRIGHT_OUTCOME, JSON.stringify({ status: 'passed', note: `added ${changed.length} headers` }));
