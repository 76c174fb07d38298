/** A line of a run's log, here or in the cloud. */
export interface LogLine {
  /** ISO text. */
  readonly time: string;
  readonly level: string;
  readonly message: string;
  /** The node that it is about. */
  readonly node?: string;
  /** What else it says, by name. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Fields that a line has anyway, or that only say where the platform has executed something. */
const known = new Set([
  ...['time', 'timestamp', 'level', 'message', 'type', 'node', 'run', 'service', 'sampling_rate', 'xray_trace_id'],
  ...['function_name', 'function_arn', 'function_memory_size', 'function_request_id', 'cold_start'],
]);

/** A line of JSON, whatever stands before it; undefined where it is none (any more: it may have been torn). */
export function parseLogLine(text: string, time?: string): LogLine | undefined {
  const fields = fieldsIn(text);
  if (!fields) return undefined;
  const told = (...names: string[]) => names.map((name) => fields[name]).find((value) => typeof value === 'string');
  const at = time ?? told('time', 'timestamp');
  if (at === undefined) return undefined;
  const node = told('node');
  return {
    time: at,
    level: (told('level') ?? 'info').toLowerCase(),
    message: told('message', 'type') ?? '',
    ...(node !== undefined && { node }),
    details: Object.fromEntries(Object.entries(fields).filter(([name]) => !known.has(name))),
  };
}

/** Of which run a line of JSON is, where it says so. */
export function runIn(text: string): string | undefined {
  const run = fieldsIn(text)?.['run'];
  return typeof run === 'string' ? run : undefined;
}

function fieldsIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const start = text.indexOf('{');
  if (start === -1) return undefined;
  try {
    return JSON.parse(text.slice(start)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
