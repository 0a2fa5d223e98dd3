import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Operators, rejoin } from '../../../../../engine/tools/code/sql-formatter/rejoin.js';
import { threadMs } from '../../../../support/processor-time.js';

function rejoined(code: string, laidOut: string, operators: Operators = 'fixed'): string {
  return rejoin(code, laidOut, operators, (offset) => {
    throw new Error(`other characters from ${offset}`);
  });
}

test('a layout with other characters is refused, with the place', () => {
  assert.throws(() => rejoined('a bc', 'a\n  bd'), { message: 'other characters from 3' });
  assert.throws(() => rejoined('a b', 'a'), { message: 'other characters from 2' });
  assert.throws(() => rejoined('a', 'a b'), { message: 'other characters from 1' });
});

test('the case of keywords and all white space may differ', () => {
  assert.equal(rejoined('\ufeffselect\r\na', 'SELECT\n  a'), 'SELECT\n  a');
});

test('200,000 characters take less than a second', () => {
  for (const code of ['=', '+', '=-', '1e-5', "N'", "''", 'a', '1.', '/*', '*/', '-']) {
    for (const operators of ['fixed', 'user-defined'] as const) {
      const start = threadMs();
      rejoined(code.repeat(200_000 / code.length), `${[...code].join(' ')} `.repeat(200_000 / code.length), operators);
      assert.ok(threadMs() - start < 1000, `${code}, ${operators}`);
    }
  }
});
