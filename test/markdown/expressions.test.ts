import assert from 'node:assert/strict';
import { evaluate } from '../../src/markdown/expressions.ts';

describe('an expression', () => {
  const variables = {
    page: { edition: 'second' },
    space: { TAG: 'v1', IMAGE_ROUTE: 'a.example/b', n: 2, on: true, e: '', long: 'x'.repeat(300) },
  };
  const cases: [expression: string, value: string | undefined][] = [
    ['space.vars.TAG', 'v1'],
    [' space.vars.IMAGE\\_ROUTE ', 'a.example/b'],
    ['space.vars["TAG"]', 'v1'],
    ["space['vars'].TAG", 'v1'],
    ['page.vars.edition', 'second'],
    ['space.vars.IMAGE_ROUTE + ":" + space.vars.TAG', 'a.example/b:v1'],
    ['"a \\"b\\"" + \'c\'', 'a "b"c'],
    ['1 + 1', '2'],
    ['1.5 + "a"', '1.5a'],
    ['space.vars.n + 1', '3'],
    ['space.vars.on', 'true'],
    ['space.vars.e', ''],
    ['space.vars.none', undefined],
    ['space.vars.toString', undefined],
    ['space.vars.TAG.length', undefined],
    ['space.TAG', undefined],
    ['visitor.claims.unsigned.role ?? "guest"', undefined],
    ['space.vars.TAG ?? "a"', undefined],
    ['space.vars.TAG +', undefined],
    ['1 2', undefined],
    ['1a', undefined],
    ['"a', undefined],
    ['', undefined],
    [`"${'a'.repeat(3000)}"`, undefined],
    [Array(900).fill('1').join('+'), '900'],
    [Array(100).fill('space.vars.long').join('+'), undefined],
  ];
  for (const [expression, value] of cases) {
    it(`${value === undefined ? 'is unknown' : `is "${value}"`}: ${expression.slice(0, 60)}`, () => {
      assert.equal(evaluate(expression, variables), value);
    });
  }

  it('finds no variable on a page without variables', () => {
    assert.equal(evaluate('page.vars.edition', { page: undefined, space: {} }), undefined);
  });
});
