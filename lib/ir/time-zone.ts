const SHAPE = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*)+$/;

/** Whether a text is the name of a time zone: `UTC`, or an IANA name of the form Area/City, written exactly. */
export function isZone(name: string): boolean {
  // Asking Intl alone is not enough: it takes abbreviations such as PST, offsets, and names in any case.
  return name === 'UTC' || (SHAPE.test(name) && zoneFormat(name) !== undefined && !otherwiseWritten(name));
}

/** Names to suggest. */
export function zoneNames(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')];
}

/** A change of a zone's clocks: minutes east of UTC before and after, and the moment in milliseconds since 1970. */
export interface ClockChange {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** The changes of a zone's clocks between two moments, in milliseconds since 1970; found to the minute. */
export function clockChanges(zone: string, from: number, to: number): ClockChange[] {
  const format = zoneFormat(zone);
  if (!format) return [];
  const changes: ClockChange[] = [];
  // No zone changes its clocks twice within so short a time and comes back to the same offset.
  const stride = 14 * 24 * 3600_000;
  let offset = offsetAt(format, from);
  for (let at = from; at < to; at += stride) {
    const next = offsetAt(format, at + stride);
    if (next !== offset)
      changes.push({ at: changeBetween(format, at, at + stride, offset), before: offset, after: next });
    offset = next;
  }
  return changes;
}

/** How far a known zone's clocks are ahead at a moment (milliseconds since 1970): minutes east of UTC. */
export function offsetIn(zone: string): (at: number) => number {
  const format = zoneFormat(zone);
  if (!format) throw new Error(`not a time zone: ${zone}`);
  return (at) => offsetAt(format, at);
}

function changeBetween(format: Intl.DateTimeFormat, low: number, high: number, before: number): number {
  while (high - low > 60_000) {
    const middle = low + Math.floor((high - low) / 120_000) * 60_000;
    if (middle === low) break;
    if (offsetAt(format, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Minutes east of UTC. */
function offsetAt(format: Intl.DateTimeFormat, at: number): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const found = /([+-])(\d{2}):(\d{2})/.exec(name);
  return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : 0;
}

function zoneFormat(name: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
}

function otherwiseWritten(name: string): boolean {
  const lower = name.toLowerCase();
  return zoneNames().some((known) => known !== name && known.toLowerCase() === lower);
}
