import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '../cli/command-line.ts';
import { project } from '../cli/command-line.ts';
import { commitAll } from '../skills/agent/repository.ts';

const example = join(import.meta.dirname, '../../examples/licence-headers');

describe('the example of an agent', () => {
  let place: Project;
  let git: (...args: string[]) => string;
  beforeEach(async () => {
    place = await project({});
    cpSync(example, place.path, { recursive: true });
    git = commitAll(place.path);
  });
  afterEach(() => place.remove());

  it('changes a repository by a skill of a catalogue as it is, in two nodes that build on each other', async () => {
    const { code, document, stderr } = await place.json('run');
    expect([code, stderr.includes('error'), document.status]).toEqual([0, false, 'completed']);
    const { nodes } = document.state;
    expect(nodes['sources']).toMatchObject({
      status: 'passed',
      note: 'added 2 headers; changed src/lib/add.js, src/main.js',
      artifacts: ['artifacts/sources.md', 'artifacts/sources.patch'],
    });
    expect(nodes['scripts']).toMatchObject({ note: 'added 1 headers; changed scripts/release.mjs' });
    expect(nodes['check']!.status).toBe('passed');
    expect(place.read('artifacts/sources.md')).toBe('- src/lib/add.js\n- src/main.js\n');
    // The project itself is as it was, until the changes are wanted.
    expect(git('status', '--porcelain')).toBe('');
    git('apply', 'artifacts/sources.patch', 'artifacts/scripts.patch');
    expect(place.read('scripts/release.mjs')).toBe(
      "#!/usr/bin/env node\n// SPDX-License-Identifier: MIT\n// Copyright Example Ltd\nconsole.log('release');\n",
    );
    expect(readFileSync(join(example, 'src/main.js'), 'utf8')).not.toContain('SPDX');
  });

  it('goes back to the agent when the check fails, and takes none of its changes before the end', async () => {
    // This agent says that it is done, and does nothing.
    place.write(
      'agent/follow.mjs',
      'import { writeFileSync } from "node:fs"; for (const n of ["sources", "scripts"]) if (process.env.STEPWRIGHT_NODE === n) writeFileSync(`${process.env.STEPWRIGHT_OUTPUTS}/artifacts/${n}.md`, "-");\n',
    );
    git('commit', '--all', '--quiet', '--message', 'idle');
    const { code, document } = await place.json('run');
    expect([code, document.status, document.runs]).toEqual([1, 'failed', { sources: 3, scripts: 3, check: 3, end: 0 }]);
    expect(document.state.nodes['check']!.note).toContain(
      'without a header: scripts/release.mjs, src/lib/add.js, src/main.js',
    );
    expect(document.state.nodes['sources']!.artifacts).toEqual(['artifacts/sources.md']);
  });

  it('fails with evidence when the agent does, and leaves no output', async () => {
    place.write('skills/licence-headers/references/header.md', 'nothing of use\n');
    const { code, document } = await place.json('run');
    expect([code, document.status]).toEqual([1, 'failed']);
    const { status, note, artifacts } = document.state.nodes['sources']!;
    expect([status, artifacts]).toEqual(['blocked', []]);
    expect(note).toMatch(/^blocked after 2 attempts: node scripts\/add-headers\.mjs .*: [\s\S]*TypeError/);
  });

  it('says which agent is wanted where the project names none', async () => {
    place.write('stepwright.yaml', 'skills: {use: {licence-headers: {kind: agent}}}\n');
    const { document } = await place.json('run');
    expect(document.state.nodes['sources']!.note).toBe(
      'blocked after 2 attempts: nothing says which agent is to run licence-headers: there is no agent.command in stepwright.yaml, nor a command in its manifest',
    );
  });

  it('runs in the cloud as containers that answer by token', async () => {
    const { stdout } = await place.run('compile', '--target', 'aws');
    const machine = JSON.parse(stdout) as {
      States: Record<string, { Resource?: string; Arguments?: { TaskDefinition?: string } }>;
    };
    const containers = Object.values(machine.States).filter(({ Resource }) => Resource?.includes('ecs:'));
    expect(containers.map(({ Arguments }) => Arguments!.TaskDefinition)).toEqual([
      expect.stringMatching(/^\$\{Container_licence_headers_[0-9a-f]{6}\}$/),
      expect.stringMatching(/^\$\{Container_licence_headers_[0-9a-f]{6}\}$/),
      expect.stringMatching(/^\$\{Container_check_headers_[0-9a-f]{6}\}$/),
    ]);
  });
});
