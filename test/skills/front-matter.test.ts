import { readDocument } from '../../lib/skills/document/front-matter.ts';

describe('front matter', () => {
  it('of a skill of a catalogue', () => {
    const { frontMatter, instructions } = readDocument(`---
name: grill-me
description: >-
  Asks until the plan is clear.
  Use when: the user says "grill me".
version: 1.10
license: MIT
allowed-tools: Read, Bash(git add:*, git commit:*), mcp__notion__search
metadata: {hermes: {tags: [plan], related: [ask]}}
x-team: docs
---

# Grill me

Ask one question at a time.
`);
    expect(frontMatter).toEqual({
      name: 'grill-me',
      description: 'Asks until the plan is clear. Use when: the user says "grill me".',
      version: '1.10',
      license: 'MIT',
      allowedTools: ['Read', 'Bash(git add:*, git commit:*)', 'mcp__notion__search'],
      metadata: { hermes: { tags: ['plan'], related: ['ask'] } },
      others: { 'x-team': 'docs' },
    });
    expect(instructions).toBe('# Grill me\n\nAsk one question at a time.');
  });

  it('of a command, which is not always YAML', () => {
    const { frontMatter, instructions } = readDocument(
      '\uFEFF---\r\ndescription: Sync email: one client\r\nargument-hint: [client] [--since date]\r\nallowed-tools:\r\n  - Read\r\n  - "mcp__crm__*"\r\nmodel: sonnet\r\n---\r\nSync $1.\r\n',
    );
    expect(frontMatter).toEqual({
      description: 'Sync email: one client',
      argumentHint: '[client] [--since date]',
      allowedTools: ['Read', 'mcp__crm__*'],
      model: 'sonnet',
      others: {},
    });
    expect(instructions).toBe('Sync $1.');
  });

  it.each([
    ['No dashes.\n\n---\n\nA rule.', { others: {} }, 'No dashes.\n\n---\n\nA rule.'],
    ['---\n---\nText', { others: {} }, 'Text'],
    ['---\nname: open', { others: {} }, '---\nname: open'],
    ['---\n__proto__: x\nallowed-tools:\nname: ~\n---\n', { others: { ['__proto__']: 'x' } }, ''],
    ['---\nargument-hint: [file]\n---\n', { argumentHint: '[file]', others: {} }, ''],
  ])('of %j', (text, frontMatter, instructions) => {
    const read = readDocument(text);
    expect(JSON.parse(JSON.stringify(read.frontMatter))).toEqual(JSON.parse(JSON.stringify(frontMatter)));
    expect(read.instructions).toBe(instructions);
  });
});
