import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { notionClient } from '../lib/notion/client.ts';
import { logRun } from '../lib/notion/log-run.ts';
import { notionLog } from '../lib/notion/log.ts';
import { handlerDeps, required } from './shared/deps.ts';
import { log } from './shared/log.ts';
import { runOf } from './shared/run-id.ts';

/** What `close-run` and `settle-run` say of a run that has ended, and EventBridge of an execution that has begun. */
type Event = { readonly run: string } | { readonly detail: { readonly name: string; readonly input: string | null } };

const deps = handlerDeps(import.meta.dirname);
const secrets = new SecretsManagerClient();

/** Writes how a run stands into the execution log in Notion. Called asynchronously: what it throws is tried again. */
export async function handler(event: Event): Promise<void> {
  const run = 'run' in event ? event.run : startedRun(event.detail);
  const warn = (text: string) => log('warn', text, { run });
  const { SecretString: token } = await secrets.send(
    new GetSecretValueCommand({ SecretId: required('NOTION_SECRET') }),
  );
  if (token === undefined || token === '') {
    warn('this run is not logged in Notion: the secret is empty');
    return;
  }
  const baseUrl = process.env['NOTION_BASE_URL'];
  const client = notionClient({ token, ...(baseUrl !== undefined && { baseUrl }) });
  const done = await logRun(run, { ...deps, log: notionLog({ client, onWarning: warn }) });
  // An execution may have begun, and its first handler not: or it is another's duplicate and never has a run.
  if (done === 'busy' || done === 'unknown') throw new Error(`the run is ${done}, to be logged later`);
  log('info', `the run is ${done}`, { run });
}

function startedRun({ name, input }: { readonly name: string; readonly input: string | null }): string {
  return runOf(name, input === null ? undefined : JSON.parse(input));
}
