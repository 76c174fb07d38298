import { stackName } from '../../lib/stack/stack-name.ts';

describe('the name of a stack', () => {
  it('is the name of the workflow where a stack can bear it', () => {
    expect(stackName('stepwright-', 'docs-review')).toBe('stepwright-docs-review');
    expect(stackName('', 'a')).toBe('a');
  });

  it('has a hash otherwise, so that no two workflows share one', () => {
    const names = [
      'Docs-Review',
      'docs review',
      'docs/review',
      'docs--review',
      'ドキュメント',
      '🙂',
      'x'.repeat(128),
      '../../evil',
    ];
    const made = names.map((name) => stackName('stepwright-', name));
    expect(new Set([...made, stackName('stepwright-', 'docs-review')]).size).toBe(names.length + 1);
    for (const name of made) expect(name).toMatch(/^stepwright-([a-z0-9-]+-)?[0-9a-f]{8}$/);
    // Whoever calls a workflow like the stack of another one gets another stack, too.
    const likeThem = made.map((name) => stackName('stepwright-', name.replace('stepwright-', '')));
    expect(new Set([...made, ...likeThem]).size).toBe(2 * made.length);
    expect(Math.max(...made.map((name) => name.length))).toBeLessThanOrEqual(128);
  });
});
