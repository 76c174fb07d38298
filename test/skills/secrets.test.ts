import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { guardSecrets } from '../../lib/skills/guard-secrets.ts';
import { redactor } from '../../lib/skills/redact.ts';
import { localSecrets } from '../../lib/skills/secrets.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { fakeContext } from './command/fake-context.ts';

describe('secrets on this machine', () => {
  it('are variables by their name, or as variables are called, and fields of JSON', async () => {
    const read = localSecrets({ 'a-b': 'one', CRM_API_KEY: 'two', DB: '{"user":"u","password":"p"}', EMPTY: '' });
    expect(await Promise.all(['a-b', 'crm/api-key', 'DB#password', 'EMPTY'].map(read))).toEqual([
      'one',
      'two',
      'p',
      '',
    ]);
    await expect(read('DB#port')).rejects.toThrow('the secret DB#port has no such field');
    await expect(read('a-b#x')).rejects.toThrow('the secret a-b#x is no JSON');
  });

  it('stand in a file before that', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, '.env');
    await writeFile(file, '# mine\nKEY="from the file"\n');
    const read = localSecrets({ KEY: 'from the environment', OTHER: 'x' }, file);
    expect([await read('KEY'), await read('OTHER')]).toEqual(['from the file', 'x']);
    await expect(read('NONE')).rejects.toThrow(`nor a line of ${file}`);
    await folder.remove();
  });
});

describe('the values of secrets', () => {
  it('are taken out of a text in every form, the longest first', () => {
    const redact = redactor([
      ['key', 'abcd'],
      ['long', 'abcd-efgh'],
      ['pem', 'first line\nsecond "line"\n\n'],
    ]);
    expect(redact('abcd-efgh abcd')).toBe('[secret long] [secret key]');
    expect(redact('it says first line, then: second "line" or "second \\"line\\""')).toBe(
      'it says [secret pem], then: [secret pem] or "[secret pem]"',
    );
    expect(redact('?q=first%20line')).toBe('?q=[secret pem]');
    expect(redactor([['short', 'abc']])('abc')).toBe('abc');
  });

  it('reach no result, no error and no log', async () => {
    const context = fakeContext();
    const environment = { projectDir: '/', secret: () => Promise.resolve('s3cr3t') };
    const result = await guardSecrets(context, environment, async ({ log }, { secret }) => {
      log.info(`with ${await secret('k')}`, { header: 's3cr3t' });
      return { label: 'go', output: 'out s3cr3t', note: 's3cr3t' };
    });
    expect(result).toEqual({ label: 'go', output: 'out [secret k]', note: '[secret k]' });
    expect(context.logged).toEqual(['with [secret k] {"header":"[secret k]"}']);
    const fails = guardSecrets(context, environment, async (_, { secret }) => {
      throw new Error(`cannot use ${await secret('k')}`);
    });
    await expect(fails).rejects.toThrow('cannot use [secret k]');
  });
});
