interface LogEvents {
  readonly events?: readonly { readonly message: string }[];
  readonly nextToken?: string;
}

/**
 * Everything that one Lambda function has printed so far, a message per line, all versions together, oldest first.
 * Empty if the function has not run. Asks the log service over plain HTTP: a whole SDK client for two calls of a test
 * would be much weight.
 */
export async function functionLogs(endpoint: string, functionName: string): Promise<string> {
  const messages: string[] = [];
  let nextToken: string | undefined;
  do {
    const page = await filterLogEvents(endpoint, { logGroupName: `/aws/lambda/${functionName}`, nextToken });
    messages.push(...(page.events ?? []).map((event) => event.message));
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return messages.join('\n');
}

async function filterLogEvents(endpoint: string, input: object): Promise<LogEvents> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'Logs_20140328.FilterLogEvents' },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as LogEvents;
  if (text.includes('ResourceNotFoundException')) return {};
  throw new Error(`reading the logs: ${response.status} ${text}`);
}
