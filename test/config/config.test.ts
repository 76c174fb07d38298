import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '../../lib/config/index.ts';
import { parseConfig } from '../../lib/config/parse.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';

describe('the project file', () => {
  it('tells the stages', () => {
    const { config, diagnostics } = parseConfig(
      [
        'stages:',
        '  dev: {region: eu-west-1, profile: dev}',
        '  prod:',
        '    account: 012345678901',
        '    region: us-gov-west-1',
        '    stackPrefix: flows-',
        '  bare: {}',
      ].join('\n'),
    );
    expect(diagnostics).toEqual([]);
    expect(config).toEqual({
      stages: {
        dev: { region: 'eu-west-1', profile: 'dev' },
        prod: { account: '012345678901', region: 'us-gov-west-1', stackPrefix: 'flows-' },
        bare: {},
      },
    });
  });

  it.each(['', '# nothing yet\n'])('may be empty: %j', (text) => {
    expect(parseConfig(text)).toEqual({ config: {}, diagnostics: [] });
  });

  it('is told of wholly, with places, and keeps what is right', () => {
    const { config, diagnostics } = parseConfig(
      ['stage: {}', 'stages:', '  "ü1": {}', '  dev: {acount: 1, region: Ireland}', '  prod: {account: "12"}'].join(
        '\n',
      ),
    );
    expect(config).toEqual({});
    expect(diagnostics).toEqual([
      {
        code: 'C02',
        severity: 'warning',
        message: 'The key "stage" is unknown and ignored',
        hint: 'Did you mean "stages"?',
        at: { line: 1, column: 1, length: 5 },
      },
      {
        code: 'C01',
        severity: 'error',
        message: 'The name of a stage is lower-case letters, digits and hyphens, 30 at most',
        at: { line: 3, column: 3, length: 4 },
      },
      {
        code: 'C02',
        severity: 'warning',
        message: 'The key "acount" is unknown and ignored',
        hint: 'Did you mean "account"?',
        at: { line: 4, column: 9, length: 6 },
      },
      {
        code: 'C01',
        severity: 'error',
        message: 'An AWS region looks like eu-west-1',
        at: { line: 4, column: 28, length: 7 },
      },
      {
        code: 'C01',
        severity: 'error',
        message: 'An AWS account is twelve digits',
        at: { line: 5, column: 19, length: 4 },
      },
    ]);
  });

  it('is used without the keys that are unknown', () => {
    const { config, diagnostics } = parseConfig('stages: {dev: {region: eu-west-1, zone: a}}\n__proto__: {a: 1}\n');
    expect(config).toEqual({ stages: { dev: { region: 'eu-west-1' } } });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The key "zone" is unknown and ignored',
      'The key "__proto__" is unknown and ignored',
    ]);
  });

  it.each([
    ['a list', '- a\n', 'C01', 1, 1],
    ['no YAML', 'stages:\n  dev: {region: a\n', 'C00', 3, 1],
    ['a section of a wrong type', 'stages: dev\n', 'C01', 1, 9],
  ])('is told to be %s', (_, text, code, line, column) => {
    const { config, diagnostics } = parseConfig(text);
    expect(config).toEqual({});
    expect(diagnostics).toEqual([expect.objectContaining({ code, severity: 'error' })]);
    expect(diagnostics[0]!.at).toMatchObject({ line, column });
  });

  describe('in a folder', () => {
    let folder: TemporaryFolder;
    beforeEach(async () => (folder = await temporaryFolder()));
    afterEach(() => folder.remove());

    it('is looked for upwards, as far as the repository reaches', async () => {
      const inner = join(folder.path, 'repository', 'flows', 'release');
      await mkdir(inner, { recursive: true });
      await writeFile(join(folder.path, 'stepwright.yaml'), 'stages: {outside: {}}');
      expect(loadConfig(inner)).toMatchObject({ config: { stages: { outside: {} } } });

      await mkdir(join(folder.path, 'repository', '.git'));
      expect(loadConfig(inner)).toEqual({ config: {}, diagnostics: [] });

      const file = join(folder.path, 'repository', 'stepwright.yaml');
      await writeFile(file, 'stages: {dev: {}}');
      expect(loadConfig(inner)).toEqual({
        config: { stages: { dev: {} } },
        diagnostics: [],
        file,
        text: 'stages: {dev: {}}',
      });
    });
  });
});
