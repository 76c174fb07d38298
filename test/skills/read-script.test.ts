import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readScript } from '../../lib/skills/read-script.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

describe('a script', () => {
  let folder: TemporaryFolder;

  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  afterEach(() => folder.remove());

  async function read(text: string): Promise<unknown> {
    await writeFile(join(folder.path, 'script'), text);
    const script = readScript(folder.path, 'script');
    return 'refused' in script ? script.refused : [...script];
  }

  it('takes ids and texts as they are written', async () => {
    expect(
      await read(
        '10: {output: 007}\n2: {label: no}\n__proto__: [{fail: x}, {}]\ntrue:\n"cafe\\u0301": {error: 1.10}\n',
      ),
    ).toEqual([
      ['10', [{ output: '007' }]],
      ['2', [{ label: 'no' }]],
      ['__proto__', [{ fail: 'x' }, {}]],
      ['true', [{}]],
      ['caf\u00e9', [{ error: '1.10' }]],
    ]);
  });

  it('may be JSON, indented as one likes', async () => {
    expect(
      await read(
        '\uFEFF{\n\t"a": {"seconds": 0.2, "timeout": true},\n\t"__proto__": {"artifacts": {"__proto__": "x"}}\n}',
      ),
    ).toEqual([
      ['a', [{ seconds: 0.2, timeout: true }]],
      ['__proto__', [{ artifacts: Object.fromEntries([['__proto__', 'x']]) }]],
    ]);
    expect(await read('  \n')).toEqual([]);
  });

  it.each([
    ['a: {fails: x}', 'script: a: fails is no outcome; did you mean fail?'],
    [
      'a: {seconds: -1}\nb: text',
      'script: a: seconds is a number from 0 on, not -1; b: an outcome is a map such as {fail: evidence} or {label: text}',
    ],
    ['a: []', 'script: a: the list has no outcome'],
    ['a: {timeout: yes}', 'script: a: timeout is true or false, not yes'],
    ['a: {artifacts: [x]}', 'script: a: artifacts is a map from paths to texts'],
    ['a: {artifacts: {p: [x]}}', 'script: a: the artifact p is a text'],
    ['a: {label: {}}', 'script: a: label is a text'],
    ['[1]', 'script: a script is a map from node ids to outcomes'],
  ])('is refused where it is none: %s', async (text, why) => {
    expect(await read(text)).toBe(why);
  });
});
