import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Operators, rejoin } from '#engine/tools/code/sql-formatter/rejoin.js';
import { assertLinear } from '../../../../support/growth.js';

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

test('long texts take linear time', () => {
  for (const code of ['=', '+', '=-', '1e-5', "N'", "''", 'a', '1.', '/*', '*/', '-']) {
    for (const operators of ['fixed', 'user-defined'] as const) {
      const layout = `${[...code].join(' ')} `;
      assertLinear(code, (text) => rejoined(text, layout.repeat(text.length / code.length), operators));
    }
  }
});
