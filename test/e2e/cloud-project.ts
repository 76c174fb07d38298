import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { repository } from './command-line.ts';

/** Workflows of other people, and what their skills are to do here. */
export const scripted = {
  'software-agent-workflow': `
S02: [{ label: existing issue or bug needs fixing }, { label: requirements are unclear }]
S14:
  - label: integrated changes require implementation updates
  - label: backend implementation and integration work
S16: [{ fail: the tests are red }, {}]
`,
  'client-onboarding': `
load-context: { output: a client since 2019 }
health-check: { error: the CRM is down }
`,
  'morning-routine': `
check-email: { output: 3 to answer }
review-calendar: { output: one meeting }
generate-briefing: { output: a quiet day }
slack-catchup: { error: not signed in }
`,
  'weekly-review': `
compile-review: { output: much done }
check-goals: { output: 2 of 3 }
log-learnings: { output: patience }
`,
} as const;

/** One that asks a person, and whose last step but one fails at first. */
const release = `name: release
version: 1.0.0
nodes:
  - { id: build, skill: s, role: intake, outputs: [artifacts/build.txt] }
  - { id: ask, skill: s, role: router }
  - { id: publish, skill: s, role: executor, inputs: [artifacts/build.txt] }
  - { id: keep, skill: s, role: executor }
  - { id: end, skill: s, role: closeout }
edges:
  - { from: build, to: ask }
  - { from: ask, to: publish, label: publish it }
  - { from: ask, to: keep, label: keep it }
  - { from: publish, to: end }
  - { from: keep, to: end }
final: end
`;

/**
 * A project with the example of code skills as its own workflow, and others in `workflows/`, each with its script in
 * `scripts/`.
 */
export async function cloudProject(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), content);
  };
  for (const part of ['workflow.yaml', 'skills', 'docs'])
    await cp(join(repository, 'examples/docs-review', part), join(folder.path, part), { recursive: true });
  await symlink(join(repository, 'node_modules'), join(folder.path, 'node_modules'));
  for (const [name, script] of Object.entries(scripted)) {
    const sample = join(repository, 'test/diagnostics/samples', name, 'workflow.yaml');
    await cp(sample, join(folder.path, `workflows/${name}.yaml`));
    await write(`scripts/${name}.yaml`, script);
  }
  await write('workflows/release.yaml', release);
  await write('scripts/release.yaml', 'ask: { wait: May it go out? }\n');
  return folder;
}
