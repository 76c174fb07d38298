/** A day of the calendar, as it is called in one time zone. */
export interface Day {
  /** `2026-10-05` */
  readonly date: string;
  /** `Mon` */
  readonly weekday: string;
  readonly dayOfMonth: number;
}

/** The day that a moment falls on. Throws when the timestamp (ISO 8601) or the zone (IANA) is none. */
export function dayOf(timestamp: string, timezone: string): Day {
  const moment = new Date(timestamp);
  if (Number.isNaN(moment.getTime())) throw new Error(`"${timestamp}" is no timestamp`);
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'short',
  });
  const parts = new Map(format.formatToParts(moment).map((part) => [part.type, part.value]));
  const [year, month, day] = [parts.get('year')!, parts.get('month')!, parts.get('day')!];
  return { date: `${year}-${month}-${day}`, weekday: parts.get('weekday')!, dayOfMonth: Number(day) };
}
