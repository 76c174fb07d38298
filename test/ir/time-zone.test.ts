import { clockChanges, isZone } from '../../lib/ir/time-zone.ts';

describe('a time zone', () => {
  it.each([
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+5',
    'Etc/UTC',
    'US/Pacific',
    'Asia/Calcutta',
  ])('is %s', (name) => expect(isZone(name)).toBe(true));

  it.each([
    'Europe/Berln',
    'PST',
    'EST',
    'UTC+2',
    '+02:00',
    'local',
    '',
    '1',
    'utc',
    'europe/berlin',
    'Europe/berlin',
    ' UTC',
    'Europe/',
    'Z',
  ])('is not "%s"', (name) => expect(isZone(name)).toBe(false));

  it('changes its clocks in spring and autumn, in either hemisphere, or not at all', () => {
    const changes = (zone: string) =>
      clockChanges(zone, Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)).map(({ at, before, after }) => [
        new Date(at).toISOString(),
        before,
        after,
      ]);
    expect(changes('America/New_York')).toEqual([
      ['2026-03-08T07:00:00.000Z', -300, -240],
      ['2026-11-01T06:00:00.000Z', -240, -300],
    ]);
    expect(changes('Australia/Lord_Howe')).toEqual([
      ['2026-04-04T15:00:00.000Z', 660, 630],
      ['2026-10-03T15:30:00.000Z', 630, 660],
    ]);
    expect(changes('UTC')).toEqual([]);
    expect(changes('Asia/Kolkata')).toEqual([]);
  });
});
