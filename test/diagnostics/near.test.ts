import { nearest, suggester } from '../../lib/diagnostics/near.ts';
import { show } from '../../lib/diagnostics/show.ts';

describe('the name that may have been meant', () => {
  const known = ['timeout_seconds', 'depends_on', 'build', 'continue_on_error', 'to', 'S10'];

  it.each([
    ['biuld', 'build'],
    ['timeout', 'timeout_seconds'],
    ['depend_on', 'depends_on'],
    ['continueOnError', 'continue_on_error'],
    ['Build', 'build'],
    ['too', 'to'],
    ['S1O', 'S10'],
  ])('for %s is %s', (name, expected) => {
    expect(nearest(name, known)).toBe(expected);
  });

  it.each([['deploy'], ['x'], [''], ['build']])('is not there for "%s"', (name) => {
    expect(nearest(name, known)).toBeUndefined();
  });

  it('is the nearest of several, the first among equals', () => {
    expect(nearest('stepp', ['stop', 'step', 'steps'])).toBe('step');
  });
});

describe('suggestions for one file', () => {
  it('come to an end, so that thousands of wrong names cost little', () => {
    const suggest = suggester();
    const known = Array.from({ length: 5000 }, (_, i) => `node-${i}`);
    const suggested = Array.from({ length: 100 }, () => suggest('node-1x', known));
    expect(suggested.filter((name) => name !== undefined)).toHaveLength(40);
    expect(suggested[0]).toBe('node-1');
    expect(suggested.at(-1)).toBeUndefined();
  });
});

describe('a text from the file', () => {
  it('is shown in quotes, without invisible characters, and cut when long', () => {
    expect(show('a\u200bb\n')).toBe('"aU+200BbU+000A"');
    expect(show('🚀'.repeat(100))).toBe(`"${'🚀'.repeat(79)}…"`);
  });
});
