import { short } from '../../lib/cli/progress-lines.ts';

describe('a message on one line', () => {
  it('is its first line, and tells that there is more', () => {
    expect(short(' one \n')).toBe('one');
    expect(short("took 'two\nlines'")).toBe("took 'two …");
    expect(short('one\r\n\r\nthree')).toBe('one …');
    expect(short('x'.repeat(300))).toBe(`${'x'.repeat(199)}…`);
    expect(short('\u001b[31mred')).toBe('U+001B[31mred');
  });
});
