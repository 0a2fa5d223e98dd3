import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalNumber, kindOf } from '#engine/text/json/json-values.js';
import { assertLinear } from '../../../support/growth.js';

test('kinds of values', () => {
  const rows = [
    ['null', 'null'],
    ['true', 'boolean'],
    ['false', 'boolean'],
    ['-1', 'number'],
    ['0', 'number'],
    ['""', 'string'],
  ];
  for (const [source = '', kind] of rows) assert.equal(kindOf(source), kind);
  assert.equal(kindOf([]), 'array');
  assert.equal(kindOf({ members: [] }), 'object');
});

test('canonical numbers', () => {
  const rows: [source: string, canonical: string][] = [
    ['0', '0'],
    ['-0', '0'],
    ['0.000', '0'],
    ['-0e99', '0'],
    ['1.0', '1'],
    ['10e-1', '1'],
    ['100', '100'],
    ['1e2', '100'],
    ['-1.50E+1', '-15'],
    ['0.5', '5e-1'],
    ['5e-1', '5e-1'],
    ['12345678901234567890', '1234567890123456789e1'],
    ['1234567890123456', '1234567890123456e0'],
    ['1234567890123456.0', '1234567890123456e0'],
    ['1e99999999999999999999', '1e99999999999999999999'],
  ];
  for (const [source, canonical] of rows) assert.equal(canonicalNumber(source), canonical);
});

test('two numbers have the same canonical text if and only if they have the same value', () => {
  const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,20})$/);
  const number = fc.record({
    sign: fc.constantFrom('', '-'),
    whole: digits,
    fraction: fc.stringMatching(/^(|[0-9]{1,4})$/),
    exponent: fc.integer({ min: -6, max: 6 }),
  });
  type Parts = { sign: string; whole: string; fraction: string; exponent: number };
  const source = ({ sign, whole, fraction, exponent }: Parts) =>
    `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}e${exponent}`;
  // Times 10^10, which makes each an integer.
  const scaled = ({ sign, whole, fraction, exponent }: Parts) =>
    BigInt(`${sign}${whole}${fraction}${'0'.repeat(10 - fraction.length + exponent)}`);
  fc.assert(
    fc.property(number, number, fc.integer({ min: 0, max: 3 }), (a, b, zeros) => {
      assert.equal(canonicalNumber(source(a)) === canonicalNumber(source(b)), scaled(a) === scaled(b));
      const shifted = {
        ...a,
        whole: a.whole === '0' ? '0' : a.whole + '0'.repeat(zeros),
        exponent: a.whole === '0' ? a.exponent : a.exponent - zeros,
      };
      if (a.fraction === '') assert.equal(canonicalNumber(source(shifted)), canonicalNumber(source(a)));
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('long numbers are read in linear time', () => {
  const longOnes = [
    '1',
    (length: number) => `1${'0'.repeat(length)}`,
    (length: number) => `0.${'0'.repeat(length)}1`,
    (length: number) => `1e${'9'.repeat(length)}`,
  ];
  for (const number of longOnes) assertLinear(number, canonicalNumber);
});
