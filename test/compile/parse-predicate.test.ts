import { parsePredicate } from '../../lib/compile/2-dialect/predicate.ts';
import { holds } from '../../lib/ir/predicate.ts';

describe('a predicate', () => {
  it.each([
    ['context.flag', { kind: 'present', key: 'flag' }],
    ['  context.flag\n', { kind: 'present', key: 'flag' }],
    ['!context.flag', { kind: 'absent', key: 'flag' }],
    ['context.n == 1', { kind: 'equals', key: 'n', value: '1' }],
    ['context.n==1', { kind: 'equals', key: 'n', value: '1' }],
    ['context.n  !=   a b  ', { kind: 'differs', key: 'n', value: 'a b' }],
    ['context.text == a == b', { kind: 'equals', key: 'text', value: 'a == b' }],
    ['context.text != a == b', { kind: 'differs', key: 'text', value: 'a == b' }],
    ['context.text == "in progress"', { kind: 'equals', key: 'text', value: 'in progress' }],
    ["context.text == ' a '", { kind: 'equals', key: 'text', value: ' a ' }],
    ['context.text == ""', { kind: 'equals', key: 'text', value: '' }],
    ['context.text == "a && b"', { kind: 'equals', key: 'text', value: 'a && b' }],
    ['context.k == x" or true or "x', { kind: 'equals', key: 'k', value: 'x" or true or "x' }],
    ['context.k == "x" or "y"', { kind: 'equals', key: 'k', value: '"x" or "y"' }],
    ['context.k == "', { kind: 'equals', key: 'k', value: '"' }],
    ['context.__proto__ == x', { kind: 'equals', key: '__proto__', value: 'x' }],
  ])('is %s', (text, predicate) => {
    expect(parsePredicate(text)).toEqual({ predicate });
  });

  it.each([
    ['', 'is empty'],
    ['context.a && context.b', 'holds && or ||, which are not known'],
    ['context.a == b && context.c == d', 'holds && or ||, which are not known; a value with them needs quotes'],
    ['context.a == b || c', 'holds && or ||, which are not known; a value with them needs quotes'],
    ['context.env = prod', 'compares with =, where == or != is needed'],
    ['{{context.env}} == prod', 'has no `context.key` before =='],
    ['context.pr-number == 7', 'has no `context.key` before =='],
    ['!context.a == b', 'has no `context.key` before =='],
    ['context.k ==', 'has nothing after ==; the empty text is written ""'],
    ['context.k === v', 'has a = too many after =='],
    ['context.x > 3', 'does not name a key of the context'],
    ['! context.x', 'does not name a key of the context'],
    ['!!context.x', 'does not name a key of the context'],
    ['context.', 'does not name a key of the context'],
    ['context.a.b', 'does not name a key of the context'],
    ['flag', 'does not name a key of the context'],
    ['Context.a', 'does not name a key of the context'],
    ['" = "" or true or "', 'compares with =, where == or != is needed'],
  ])('is not %s', (text, problem) => {
    expect(parsePredicate(text)).toEqual({ problem });
  });

  const decide = (text: string, context: Record<string, string>) => {
    const parsed = parsePredicate(text);
    if ('problem' in parsed) throw new Error(parsed.problem);
    return holds(parsed.predicate, new Map(Object.entries(context)));
  };

  it.each([
    [{ flag: 'false', n: '1' }, [true, false, true, false]],
    [{ n: '1' }, [false, true, true, false]],
    [{ flag: '0' }, [true, false, false, true]],
    [{ flag: '' }, [false, true, false, true]],
    [{ flag: '[]', n: '01' }, [true, false, false, true]],
  ])('compares texts: %j', (context, expected) => {
    const texts = ['context.flag', '!context.flag', 'context.n == 1', 'context.n != 1'];
    expect(texts.map((text) => decide(text, context))).toEqual(expected);
  });

  it('takes an absent key for the empty text, and never for an inherited property', () => {
    expect(decide('context.made == ""', {})).toBe(true);
    expect(decide('context.made != ""', {})).toBe(false);
    expect(decide('context.toString', {})).toBe(false);
    expect(decide('context.mode == Fast', { mode: 'fast' })).toBe(false);
  });
});
