import { boundedNote } from '../../lib/node/bounded-note.ts';

describe('a note for the record', () => {
  it.each([
    ['', ''],
    ['short', 'short'],
    ['x'.repeat(4000), 'x'.repeat(4000)],
    ['x'.repeat(4001), `${'x'.repeat(3999)}…`],
    ['😀'.repeat(4000), '😀'.repeat(4000)],
    ['😀'.repeat(4001), `${'😀'.repeat(3999)}…`],
    [`x${'😀'.repeat(100_000)}`, `x${'😀'.repeat(3998)}…`],
  ])('is at most 4000 characters long', (text, bounded) => {
    expect(boundedNote(text) === bounded).toBe(true);
  });
});
