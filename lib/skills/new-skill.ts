import { basename } from 'node:path';
import type { SkillKind } from './manifest/schema.ts';

/** A new skill: its files by their paths in its folder. */
export type NewSkill = ReadonlyMap<string, string>;

/** The files of a skill to begin with: it works, and `try.yaml` is a workflow of one node that tries it. */
export function newSkill(name: string, kind: SkillKind): NewSkill {
  const files = kind === 'code' ? codeFiles(name) : kind === 'prompt' ? promptFiles(name) : otherFiles(name, kind);
  return new Map([...Object.entries(files), ['try.yaml', tryOut(name, kind)]]);
}

function codeFiles(name: string): Record<string, string> {
  return {
    'index.ts': `import type { CodeContext, SkillResult } from 'stepwright/skill';

/** Writes a greeting to each output of its node. What it throws, or \`{ status: 'failed', note }\`, fails the node. */
export default async function skill({ args, outputs, artifacts, log }: CodeContext): Promise<SkillResult> {
  const greeting = \`Hello, \${String(args['name'] ?? 'world')}!\`;
  for (const path of outputs) await artifacts.write(path, \`\${greeting}\\n\`);
  log.info('greeted', { outputs: outputs.length });
  return { output: greeting, note: \`wrote \${outputs.length} greetings\` };
}
`,
    'index.test.ts': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import skill from './index.ts';

// Run it with: node --test <this file>
test('${name} writes its outputs', async () => {
  const written = new Map<string, unknown>();
  const result = await skill({
    args: { name: 'Ada' },
    outputs: ['artifacts/try.md'],
    artifacts: { write: async (path: string, content: unknown) => void written.set(path, content) },
    log: console,
  } as never);
  assert.equal(written.get('artifacts/try.md'), 'Hello, Ada!\\n');
  assert.deepEqual(result, { output: 'Hello, Ada!', note: 'wrote 1 greetings' });
});
`,
  };
}

function promptFiles(name: string): Record<string, string> {
  return { 'SKILL.md': document(name, 'Writes a short summary of what its node reads.') };
}

/** What a manifest of each other kind says at least. */
const MANIFESTS: Readonly<Record<Exclude<SkillKind, 'code' | 'prompt'>, string>> = {
  agent: `# What the agent is to do stands in SKILL.md. Its command line is the project's
# (stepwright.yaml, agent), unless one stands here:
# command: [my-agent, --headless]
`,
  command: `# The program and its arguments; no shell reads them.
command: [node, -e, "console.log('Hello, {{args.name}}!')"]
`,
  http: `method: GET
url: https://example.com/?name={{args.name}}
`,
  lambda: `# The name or the ARN of a function that is there already.
function: my-function
`,
  human: `question: Is everything ready?
`,
  workflow: `# Another workflow, by its name or its file.
workflow: other
`,
};

function otherFiles(name: string, kind: Exclude<SkillKind, 'code' | 'prompt'>): Record<string, string> {
  return {
    'skill.yaml': `kind: ${kind}\n${MANIFESTS[kind]}`,
    ...(kind === 'agent' && { 'SKILL.md': document(name, 'Changes the project as its node asks.') }),
  };
}

function document(name: string, description: string): string {
  return `---
name: ${basename(name)}
description: ${description}
---

# ${basename(name)}

1. Read the inputs.
2. Do what the description says, and nothing else.
3. Write every declared output.
`;
}

/** Kinds whose node writes its outputs when nobody has told it how yet. */
const WRITES: readonly SkillKind[] = ['code', 'prompt', 'agent'];

function tryOut(name: string, kind: SkillKind): string {
  const outputs = WRITES.includes(kind) ? '\n    outputs: [artifacts/try.md]' : '';
  return `# Tries the skill: stepwright run <this file> --skills-dir <the folder of the skill's name>
name: try ${name}
version: 0.1.0
nodes:
  - id: try
    skill: ${name}
    role: executor
    description: Tries the skill ${name}.
    with: { name: world }${outputs}
edges: []
final: try
`;
}
