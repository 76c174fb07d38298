import { dirname, resolve } from 'node:path';
import { loadConfig } from '../config/index.ts';
import { localSecrets } from '../skills/secrets.ts';

/** The variable that holds the token where the project file names none. */
const USUAL = 'NOTION_TOKEN';

/**
 * The token of the integration in Notion on this machine: the secret that the project file names, else the usual
 * variable; or why there is none. `workflow` is the path of the workflow's file.
 */
export async function notionToken(
  cwd: string,
  workflow: string,
): Promise<{ readonly token: string } | { readonly why: string }> {
  const { config, file } = loadConfig(dirname(resolve(cwd, workflow)));
  const lines = config.secrets?.file;
  const read = localSecrets(
    process.env,
    file === undefined || lines === undefined ? undefined : resolve(dirname(file), lines),
  );
  let why = `${USUAL} is not set`;
  for (const name of config.notion ? [config.notion.secret, USUAL] : [USUAL]) {
    try {
      const token = await read(name);
      if (token !== '') return { token };
      why = `${name} is empty`;
    } catch (error) {
      // Of a secret that the project names it is told why it is not there.
      if (name !== USUAL) why = (error as Error).message;
    }
  }
  return { why };
}
