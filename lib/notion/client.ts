import { Client, LogLevel } from '@notionhq/client';

export interface ClientOptions {
  /** The integration's secret. */
  readonly token: string;
  /** Another address than the service's own, for trying things out. */
  readonly baseUrl?: string;
  /** Ends what is being asked, and all that would be asked after it. */
  readonly signal?: AbortSignal;
}

/** A client that heeds the service's limits (it says how long to wait) and never holds a run up for long. */
export function notionClient({ token, baseUrl, signal }: ClientOptions): Client {
  return new Client({
    auth: token,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(signal && { fetch: (url: string, request?: object) => fetch(url, { ...request, signal }) }),
    timeoutMs: 15_000,
    retry: { maxRetries: 4, initialRetryDelayMs: 500, maxRetryDelayMs: 10_000 },
    // What goes wrong is told by those who call it, once; the client's own lines would come between the progress.
    logLevel: LogLevel.ERROR,
    logger: () => undefined,
  });
}
