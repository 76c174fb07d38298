import { everFires, parseCron } from '../ir/cron.ts';
import type { Schedule } from '../ir/graph.ts';
import { isZone } from '../ir/time-zone.ts';

/** When a workflow is to be started: a valid expression of five fields that fires, and a known zone. */
export interface Planned {
  readonly cron: string;
  readonly zone: string;
}

/** A schedule as something that fires. Undefined where it is none: what is switched off need not be valid. */
export function plannedRuns(schedule: Schedule | undefined): Planned | undefined {
  const { cron, timezone } = schedule ?? {};
  if (cron === undefined) return undefined;
  const parsed = parseCron(cron.text);
  const zone = timezone?.text ?? 'UTC';
  return 'cron' in parsed && everFires(parsed.cron) && isZone(zone) ? { cron: cron.text, zone } : undefined;
}
