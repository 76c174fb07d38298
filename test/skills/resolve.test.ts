import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadCodeSkill } from '../../lib/skills/code/load.ts';
import { factsOf } from '../../lib/skills/facts.ts';
import type { SkillSource } from '../../lib/skills/resolve.ts';
import { resolveSkill } from '../../lib/skills/resolve.ts';
import { skillNames } from '../../lib/skills/skill-names.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

describe('skills', () => {
  let folder: TemporaryFolder;
  let source: SkillSource;

  beforeEach(async () => {
    folder = await temporaryFolder();
    source = { dirs: [folder.path] };
  });

  afterEach(() => folder.remove());

  async function put(path: string, content = 'export default () => {};\n'): Promise<string> {
    const whole = join(folder.path, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, content);
    return whole;
  }

  it('of code are found in their folder, TypeScript first', async () => {
    const module = await put('both/index.ts');
    await put('both/index.js');
    const inner = await put('ns/inner/index.mjs');
    expect(resolveSkill(source, 'both')).toEqual({
      kind: 'code',
      name: 'both',
      file: module,
      folder: join(folder.path, 'both'),
      root: folder.path,
      manifest: { kind: 'code' },
      module,
    });
    expect(resolveSkill(source, 'ns/inner')).toMatchObject({ kind: 'code', module: inner });
    expect(skillNames(source)).toEqual(['both', 'engineering-closeout', 'ns/inner']);
  });

  it('of instructions are a SKILL.md or a file of their name', async () => {
    const whole = await put('research/SKILL.md', '---\nname: research\n---\nDo it.\n');
    await put('research/references/how.md', 'So.\n');
    const command = await put('crm/sync-email.md', 'Sync $ARGUMENTS.\n');
    const single = await put('triage.md', 'Triage.\n');
    await put('README.md', 'About all this.\n');
    expect(resolveSkill(source, 'research')).toMatchObject({
      kind: 'prompt',
      file: whole,
      folder: join(folder.path, 'research'),
      manifest: { kind: 'prompt' },
      document: { file: whole, instructions: 'Do it.', frontMatter: { name: 'research' } },
    });
    expect(resolveSkill(source, 'crm/sync-email')).toEqual({
      kind: 'prompt',
      name: 'crm/sync-email',
      file: command,
      root: folder.path,
      manifest: { kind: 'prompt' },
      document: { file: command, instructions: 'Sync $ARGUMENTS.', frontMatter: { others: {} } },
    });
    expect(resolveSkill(source, 'triage')).toMatchObject({ kind: 'prompt', file: single });
    expect(resolveSkill(source, 'README').kind).toBe('missing');
    // What lies in the folder of a skill is its own.
    await put('research/notes.md', 'Notes.\n');
    expect(resolveSkill(source, 'research/notes').kind).toBe('missing');
    expect(skillNames(source)).toEqual(['crm/sync-email', 'engineering-closeout', 'research', 'triage']);
  });

  it('of several forms are what the manifest says, else code, else the folder, else the file', async () => {
    await put('all.md', 'A file.\n');
    expect(resolveSkill(source, 'all')).toMatchObject({ kind: 'prompt', document: { instructions: 'A file.' } });
    await put('all/SKILL.md', 'A folder.\n');
    expect(resolveSkill(source, 'all')).toMatchObject({ kind: 'prompt', document: { instructions: 'A folder.' } });
    await put('all/index.mjs');
    expect(resolveSkill(source, 'all').kind).toBe('code');
    await put('all/skill.yaml', 'memory_mb: 1024\n');
    expect(resolveSkill(source, 'all')).toMatchObject({ kind: 'code', manifest: { kind: 'code', memory_mb: 1024 } });
    const manifest = await put('all/skill.yaml', 'kind: agent\ntimeout_seconds: 3600\n');
    expect(resolveSkill(source, 'all')).toMatchObject({
      kind: 'agent',
      file: manifest,
      manifest: { kind: 'agent', timeout_seconds: 3600 },
      document: { instructions: 'A folder.' },
    });
    const use = { manifests: new Map([['all', { kind: 'prompt' as const }]]), file: '/project/stepwright.yaml' };
    expect(resolveSkill({ ...source, use }, 'all')).toMatchObject({ kind: 'prompt', file: manifest });
  });

  it('come from the first folder that has them', async () => {
    const dirs = ['ours', 'theirs'].map((name) => join(folder.path, name));
    const ours = await put('ours/a.md', 'Ours.\n');
    await put('theirs/a/index.ts');
    const theirs = await put('theirs/b/index.ts');
    expect(resolveSkill({ dirs }, 'a')).toMatchObject({ kind: 'prompt', file: ours });
    expect(resolveSkill({ dirs }, 'b')).toMatchObject({ kind: 'code', file: theirs });
    expect(skillNames({ dirs })).toEqual(['a', 'b', 'engineering-closeout']);
  });

  it('may be builtin, which one in a folder replaces', async () => {
    expect(resolveSkill(source, 'engineering-closeout').kind).toBe('builtin');
    await put('engineering-closeout/index.js');
    expect(resolveSkill(source, 'engineering-closeout').kind).toBe('code');
  });

  it('that need no files may be in the project file alone', () => {
    const use = {
      manifests: new Map([
        ['ping', { kind: 'http' as const, url: 'https://example.com' }],
        ['lost', { kind: 'prompt' as const }],
      ]),
      file: join(folder.path, 'stepwright.yaml'),
    };
    expect(resolveSkill({ ...source, use }, 'ping')).toMatchObject({ kind: 'http', file: use.file, root: folder.path });
    expect(resolveSkill({ ...source, use }, 'lost').kind).toBe('missing');
  });

  it('that are missing tell where they were looked for, and never outside the folder', async () => {
    const looked = ['skill.yaml', 'index.ts', 'index.js', 'index.mjs', 'SKILL.md'].map((file) =>
      join(folder.path, 'gone', file),
    );
    looked.push(join(folder.path, 'gone.md'));
    expect(resolveSkill(source, 'gone')).toEqual({ kind: 'missing', name: 'gone', looked });
    await put('outside/index.js');
    const inner = { dirs: [join(folder.path, 'skills')] };
    expect(resolveSkill(inner, '../outside')).toEqual({ kind: 'missing', name: '../outside', looked: [] });
    expect(skillNames({ dirs: [join(folder.path, 'nowhere')] })).toEqual(['engineering-closeout']);
  });

  it('with a wrong manifest tell all that is wrong, with the places', async () => {
    const file = await put('ping/skill.yaml', 'kind: http\nmethod: LOOK\nurls: https://example.com\n');
    const found = resolveSkill(source, 'ping');
    expect(found).toMatchObject({ kind: 'invalid', name: 'ping' });
    expect(
      found.kind === 'invalid' && found.problems.map(({ at, message, hint }) => [at.line, at.column, message, hint]),
    ).toEqual([
      [2, 9, '`method` is not right: expected one of "GET"|"HEAD"|"POST"|"PUT"|"PATCH"|"DELETE"', undefined],
      [1, 1, '`url` is missing', undefined],
      [3, 1, 'A skill of the kind http has no field "urls"', 'Did you mean "url"?'],
    ]);
    expect(found.kind === 'invalid' && found.problems[0]!.file).toBe(file);
  });

  it.each([
    [
      'kind: agnet\n',
      1,
      7,
      'There is no kind "agnet" of skill; it may be `code`, `prompt`, `agent`, `command`, `http`, `lambda`, `workflow` or `human`',
    ],
    [
      'timeout_seconds: 5\n',
      1,
      1,
      '`kind` is missing: `code`, `prompt`, `agent`, `command`, `http`, `lambda`, `workflow` or `human`',
    ],
    ['kind: code\n', 1, 7, 'A skill of the kind code needs index.ts, index.js or index.mjs beside it'],
    ['description: x\nkind: prompt\n', 2, 7, 'A skill of the kind prompt needs SKILL.md beside it'],
    ['- kind\n', 1, 1, 'A manifest is a map of fields such as `kind: http`'],
    ['kind: [\n', 2, 1, 'Flow sequence in block collection must be sufficiently indented and end with a ]'],
    [
      'kind: human\nquestion: Ready?\ntimeout_seconds: soon\n',
      3,
      18,
      '`timeout_seconds` is not right: expected number, received string',
    ],
    [
      'kind: command\ncommand: [echo, "{{args.a}} {{.Name}} ${{ secrets.b }} {{input}}", "to {{arg.name}}"]\n',
      2,
      68,
      '`command.2` is not right: {{arg.name}} is no reference; there are {{args.name}}, {{context.name}} and {{input}}',
    ],
    ['kind: human\nquestion: Is {{arg.x}} ready?\n', 2, 11, expect.stringContaining('{{arg.x}} is no reference')],
    [
      'kind: workflow\nworkflow: ../../etc/other.yaml\n',
      2,
      11,
      '`workflow` is not right: a workflow is one of this project: its name, or a path within the folder',
    ],
  ])('refuse the manifest %j', async (text, line, column, message) => {
    await put('odd/skill.yaml', text);
    const found = resolveSkill(source, 'odd');
    expect(found.kind === 'invalid' && found.problems).toEqual([expect.objectContaining({ message, source: text })]);
    expect(found.kind === 'invalid' && found.problems[0]!.at).toMatchObject({ line, column });
  });

  it('tell compiling where they run', async () => {
    await put('plain/index.ts');
    await put('large/index.ts');
    await put('large/skill.yaml', 'memory_mb: 2048\ntimeout_seconds: 600\n');
    await put('think/SKILL.md', 'Think.\n');
    await put('ask/skill.yaml', 'kind: human\nquestion: Ready?\n');
    const facts = (name: string) => factsOf(resolveSkill(source, name));
    expect(facts('plain')).toEqual({ kind: 'code', host: 'shared', waits: false });
    expect(facts('large')).toEqual({ kind: 'code', host: 'own', waits: false, timeoutSeconds: 600 });
    expect(facts('think')).toEqual({ kind: 'prompt', host: 'prompt', waits: true });
    expect(facts('ask')).toEqual({ kind: 'human', host: 'shared', waits: true, question: 'Ready?' });
    expect(facts('engineering-closeout')).toEqual({ kind: 'builtin', host: 'shared', waits: false });
    expect(facts('gone')).toBeUndefined();
  });

  it('of code export a function as their default', async () => {
    const skill = await loadCodeSkill(
      await put('typed/index.ts', 'const answer: number = 7;\nexport default () => ({ note: String(answer) });\n'),
    );
    expect(await skill({} as never)).toEqual({ note: '7' });
    await expect(loadCodeSkill(await put('named/index.js', 'export const skill = () => {};\n'))).rejects.toThrow(
      'no function as its default export',
    );
    await expect(loadCodeSkill(await put('broken/index.js', 'export default (\n'))).rejects.toThrow();
  });
});
