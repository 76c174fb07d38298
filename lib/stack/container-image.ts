import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentSection } from '../config/sections/agent.ts';
import type { AgentSettings } from '../skills/agent/settings.ts';
import type { FunctionContent } from './function-folder.ts';
import { functionFolder } from './function-folder.ts';
import { copyWholeProject } from './project-files.ts';

/** Node and git, which work in a copy of the project needs. */
const BASE = 'public.ecr.aws/docker/library/node:24-bookworm';

export interface ImageContent extends FunctionContent {
  readonly projectDir: string;
  readonly agent: AgentSection | undefined;
}

/**
 * Writes the folder that an image is built of: the program, the skills and the project, and a Dockerfile that puts them
 * on a base image. That has Node 22.18 or newer, git, and the agent's program.
 */
export function imageFolder(base: string | undefined, content: ImageContent): string {
  const folder = functionFolder('run-task', content);
  copyWholeProject(content.projectDir, join(folder, 'project'));
  if (content.agent) writeFileSync(join(folder, 'agent.json'), JSON.stringify(settingsOf(content.agent)));
  writeFileSync(join(folder, 'Dockerfile'), dockerfile(base));
  writeFileSync(join(folder, '.dockerignore'), 'Dockerfile\n.dockerignore\n');
  return folder;
}

/** How large a container is and what it is made of, the stack alone knows. */
function settingsOf({ image: _image, cpu: _cpu, memory_mb: _memory, ...settings }: AgentSection): AgentSettings {
  return settings;
}

/** A base image of the user's own says itself as whom its programs run. */
function dockerfile(base: string | undefined): string {
  const user = base === undefined ? ['USER node'] : [];
  return [
    `FROM ${base ?? BASE}`,
    'WORKDIR /stepwright',
    'COPY . .',
    ...user,
    'ENTRYPOINT ["node", "/stepwright/index.mjs"]',
    '',
  ].join('\n');
}
