// The program of a container: does the work of one node, as a function would, and answers by the node's token.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_VARIABLES, eventIn } from '../lib/node/container-event.ts';
import type { AgentSettings } from '../lib/skills/agent/settings.ts';
import { executeAgent } from '../lib/skills/agent/execute.ts';
import { executeCommand } from '../lib/skills/command/execute.ts';
import type { SkillEnvironment } from '../lib/skills/environment.ts';
import { leftWorkDone } from '../lib/skills/left-work.ts';
import { handlerDeps } from './shared/deps.ts';
import { beat } from './shared/heartbeat.ts';
import { log } from './shared/log.ts';
import { publishMetrics } from './shared/progress.ts';
import { skillsIn } from './shared/run-skill.ts';
import { cloudSecrets } from './shared/secrets.ts';
import { answerByToken } from './shared/task-token.ts';
import { visitNode } from './shared/visit.ts';

const folder = import.meta.dirname;
const event = { ...eventIn(process.env), visit: randomUUID() };
// The programs of skills have no business with the machine.
for (const name of EVENT_VARIABLES) Reflect.deleteProperty(process.env, name);

const settings = join(folder, 'agent.json');
const environment: SkillEnvironment = {
  projectDir: join(folder, 'project'),
  secret: cloudSecrets(),
  ...(existsSync(settings) && { agent: JSON.parse(readFileSync(settings, 'utf8')) as AgentSettings }),
};
const skills = skillsIn(folder, { agent: executeAgent, command: executeCommand }, environment);

const [cancel, over] = [new AbortController(), new AbortController()];
// The container is stopped: what is done so far is recorded as cancelled, and no attempt is counted.
process.once('SIGTERM', () => cancel.abort());

const deps = { ...handlerDeps(folder), ...skills, cancel: cancel.signal };
const beating = beat(event, deps.state, cancel, over.signal, Number(process.env['HEARTBEAT_SECONDS'] ?? 20));
try {
  await answerByToken(event.token, () => visitNode(event, deps));
} catch (error) {
  // Its Task ends by the missing heartbeat, and is tried again.
  log('error', 'the machine could not be told', { run: event.run, error: error instanceof Error ? error.name : '' });
  process.exitCode = 1;
} finally {
  over.abort();
  await beating;
  await leftWorkDone();
  publishMetrics();
}
