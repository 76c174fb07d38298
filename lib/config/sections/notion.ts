import * as z from 'zod';

/** The execution log in Notion: `notion: {secret: NAME}` names the secret that holds the integration's token. */
export const notion = z.strictObject({
  /** In the cloud a secret of Secrets Manager; here an environment variable, `NOTION_TOKEN` by default. */
  secret: z.string().min(1),
});
