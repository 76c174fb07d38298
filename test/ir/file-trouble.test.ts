import { readFileSync } from 'node:fs';
import { fileTrouble } from '../../lib/ir/file-trouble.ts';

describe('trouble with a file', () => {
  it.each([
    ['none.yaml', 'there is no such file'],
    ['.', 'it is a folder'],
    ['package.json/x', 'part of its path is no folder'],
  ])('%s', (path, said) => {
    let trouble = '';
    try {
      readFileSync(path);
    } catch (error) {
      trouble = fileTrouble(error);
    }
    expect(trouble).toBe(said);
  });

  it('of another kind is told as it is', () => {
    expect(fileTrouble(new Error('too large'))).toBe('too large');
  });
});
