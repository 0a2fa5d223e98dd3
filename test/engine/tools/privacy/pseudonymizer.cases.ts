import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'pseudonymizer';
const key = '12345678';

function standIn(type: string, value: string, length = 8): string {
  const digest = createHmac('sha256', key).update(`${type}:${value}`).digest('hex');
  return `${type.replaceAll('-', '_')}_${digest.slice(0, length)}`;
}

export default {
  slug,
  cases: [
    [
      'p=%2B12133734253 +1 213 373 4253 ada%40example.com',
      `p=${standIn('phone', '+12133734253')} ${standIn('phone', '+12133734253')} ${standIn('email', 'ada@example.com')}`,
      { key },
      'percent-encoded',
    ],
    [
      String.raw`{"m":"page1\fjane\u200b@example.com"}`,
      String.raw`{"m":"page1\f${standIn('email', 'jane@example.com')}"}`,
      { key },
      'after a letter and an escape, with an escaped mark',
    ],
    [
      String.raw`{"m":"a\njane@example.com\njane\u0040example.com","n":2133734253}`,
      String.raw`{"m":"a\n${standIn('email', 'jane@example.com')}\n${standIn('email', 'jane@example.com')}","n":"${standIn('phone', '+12133734253')}"}`,
      { key },
      'JSON stays JSON',
    ],
    ['', '', { key }],
    [
      'ada@example.com 213-373-4253 4111111111111111 10.0.0.1 NO9386011117947 078-05-1120 2026-01-31',
      [
        standIn('email', 'ada@example.com'),
        standIn('phone', '+12133734253'),
        standIn('credit-card', '4111111111111111'),
        standIn('ip', '10.0.0.1'),
        standIn('iban', 'NO9386011117947'),
        '078-05-1120 2026-01-31',
      ].join(' '),
      { key },
      'the types that are looked for by default',
    ],
    [
      '078-05-1120 https://example.com/',
      `${standIn('us-ssn', '078051120', 32)} ${standIn('url', 'https://example.com/', 32)}`,
      { key, types: ['us-ssn', 'url'], length: 32 },
    ],
    [
      '078\u201105\u20111120 ４１１１１１１１１１１１１１１１ NO93\u202f8601\u202f1117\u202f947',
      [
        standIn('us-ssn', '078051120'),
        standIn('credit-card', '4111111111111111'),
        standIn('iban', 'NO9386011117947'),
      ].join(' '),
      { key, types: ['us-ssn', 'credit-card', 'iban'] },
      'one stand-in for a number, whatever blanks, hyphens and digits it is written with',
    ],
    ['030 123456', standIn('phone', '+4930123456', 4), { key, defaultCountry: 'DE', length: 4 }],
    ['030 123456', standIn('phone', '+4930123456', 4), { key, otherCountries: ['DE'], length: 4 }],
    ['::1\r\n\r\n', `${standIn('ip', '::1')}\r\n\r\n`, { key }, 'line ends stay'],
    ['\ud800::1\udc00\0', `\ud800${standIn('ip', '::1')}\udc00\0`, { key }, 'lone surrogates and NUL stay'],
    ['', { error: 'steps[0].config.key is required' }],
    ['', { error: 'steps[0].config.key must be at least 8 characters long' }, { key: '1234567' }],
    ['', { error: 'steps[0].config.key must be at most 200 characters long' }, { key: 'x'.repeat(201) }],
    ['', { error: 'steps[0].config.length must be at least 4' }, { key, length: 3 }],
    ['', { error: 'steps[0].config.length must be at most 32' }, { key, length: 33 }],
    ['', { error: 'steps[0].config.types must have at least 1 item' }, { key, types: [] }],
    [
      '',
      { error: 'defaultCountry must be the code of a country, such as US, GB or DE, not "XX"' },
      { key, defaultCountry: 'XX' },
    ],
  ],
  checks: {
    'the same value has the same stand-in, and other values and keys have others': () => {
      const address = fc.tuple(fc.constantFrom('ada', 'Bob', 'c.d'), fc.constantFrom('example.com', 'EXAMPLE.org'));
      fc.assert(
        fc.property(fc.array(address, { minLength: 1 }), (parts) => {
          const addresses = parts.map((part) => part.join('@'));
          const standIns = resultOf(slug, addresses.join('\n'), { key }).split('\n');
          const values = new Set(addresses.map((text) => text.toLowerCase()));
          assert.equal(new Set(standIns).size, values.size);
          addresses.forEach((text, i) => void assert.equal(standIns[i], standIn('email', text.toLowerCase())));
          assert.notEqual(resultOf(slug, addresses.join('\n'), { key: 'another key' }), standIns.join('\n'));
        }),
        { seed: 1, numRuns: sampleSize(100) },
      );
    },
    'a value has another stand-in for another type': () => {
      const [email = ''] = resultOf(slug, 'a@b.de', { key }).split('_').slice(1);
      assert.notEqual(createHmac('sha256', key).update('a@b.de').digest('hex').slice(0, 8), email);
    },
    'checks the limit while it builds its output': () => {
      assertAsksForItsSize(slug, '::1 ::2 x', { key, length: 32 });
    },
  },
} satisfies ToolCases;
