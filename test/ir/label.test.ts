import { isRecovery, isSkipLabel, loopBound, recoveryRetries, statedLimit } from '../../lib/ir/label.ts';

describe('a label', () => {
  it.each([
    ['max 3', 3],
    ['Maximum of 4 rounds', 4],
    ['max: 5', 5],
    ['again, up to 2 more', 2],
    ['at most 7', 7],
    ['limit of 6', 6],
    ['limit: 1', 1],
    ['3x', 3],
    ['3 times', 3],
    ['1 attempt', 1],
    ['4 tries', 4],
    ['2 retries', 2],
    ['10 rounds', 10],
    ['5 iterations', 5],
    ['2 LOOPS', 2],
    ['max 99999', 99999],
    ['3 times, max 5', 3],
    ['max 5, 3 times', 5],
  ])('states a limit: %s', (label, limit) => {
    expect(statedLimit(label)).toBe(limit);
    expect(loopBound(label)).toBe(limit);
  });

  it.each(['fix issue 42', 'version 3', '3 timestamps', 'max', 'climax', '2x4 boards'])('states none: %s', (label) => {
    expect(statedLimit(label)).toBeUndefined();
    expect(loopBound(label)).toBe(2);
  });

  it('may speak of recovery, which grants two retries or what it states', () => {
    expect(isRecovery('Recovery path')).toBe(true);
    expect(isRecovery('try again')).toBe(false);
    expect(recoveryRetries('recover, up to 5 times')).toBe(5);
    expect(recoveryRetries('recover')).toBe(2);
  });

  it.each([
    ['skip', true],
    ['Skipped by mode', true],
    [' SKIP: nothing to do', true],
    ['skipping', false],
    ['skip_it', false],
    ['do not skip', false],
    [undefined, false],
  ])('belongs to a skipped node when it begins with that word: %s', (label, expected) => {
    expect(isSkipLabel(label)).toBe(expected);
  });
});
