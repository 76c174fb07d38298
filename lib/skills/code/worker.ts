import { parentPort } from 'node:worker_threads';
import { watchChildren } from './children.ts';
import { loadCodeSkill } from './load.ts';
import type { FromSkill, ToSkill } from './messages.ts';
import { offerOwnPackage } from './own-package.ts';
import { placeIn, plainError } from './plain-error.ts';
import { remoteContext } from './remote-context.ts';
import { printAtOnce, remoteLog, saying } from './said.ts';

/**
 * The thread in which a skill is executed, once. It is started before it is known which skill that will be; whatever
 * the skill does to it, the process goes on, and ends the thread.
 */
const port = parentPort!;
const send = (message: FromSkill): void => port.postMessage(message);
const exit = process.exit.bind(process);
let skillsFolder = '';

process.on('uncaughtException', (error: unknown, origin) => {
  const when = origin === 'unhandledRejection' ? 'rejected' : 'uncaught';
  send({ kind: 'threw', error: plainError(error, skillsFolder, true), when });
  exit(1);
});
process.exit = (code) => {
  const place = placeIn(new Error().stack ?? '', skillsFolder);
  send({ kind: 'exits', code: Number(code ?? process.exitCode ?? 0), ...(place !== undefined && { place }) });
  return exit(code);
};

port.on('message', (message: ToSkill) => {
  if (message.kind === 'run') void run(message);
});

async function run({ module, root, given, heard }: Extract<ToSkill, { kind: 'run' }>): Promise<void> {
  skillsFolder = root;
  watchChildren(send, given.secondsLeft);
  offerOwnPackage();
  const say = saying(send, heard);
  printAtOnce(say);
  const context = remoteContext(given, port, remoteLog(say));
  let when: 'loading' | 'running' = 'loading';
  try {
    const skill = await loadCodeSkill(module);
    when = 'running';
    const result = await skill(context);
    try {
      send({ kind: 'returned', result });
    } catch {
      throw new Error('the skill returned something that cannot be copied, such as a function');
    }
  } catch (error) {
    send({ kind: 'threw', error: plainError(error, root, when === 'loading'), when });
  }
}
