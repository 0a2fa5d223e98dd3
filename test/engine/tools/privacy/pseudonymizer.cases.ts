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
    { input: '', config: { key }, output: '' },
    {
      name: 'the types that are looked for by default',
      input: 'ada@example.com 213-373-4253 4111111111111111 10.0.0.1 NO9386011117947 078-05-1120 2026-01-31',
      config: { key },
      output: [
        standIn('email', 'ada@example.com'),
        standIn('phone', '+12133734253'),
        standIn('credit-card', '4111111111111111'),
        standIn('ip', '10.0.0.1'),
        standIn('iban', 'NO9386011117947'),
        '078-05-1120 2026-01-31',
      ].join(' '),
    },
    {
      input: '078-05-1120 https://example.com/',
      config: { key, types: ['us-ssn', 'url'], length: 32 },
      output: `${standIn('us-ssn', '078051120', 32)} ${standIn('url', 'https://example.com/', 32)}`,
    },
    {
      name: 'one stand-in for a number, whatever blanks, hyphens and digits it is written with',
      input: '078\u201105\u20111120 ４１１１１１１１１１１１１１１１ NO93\u202f8601\u202f1117\u202f947',
      config: { key, types: ['us-ssn', 'credit-card', 'iban'] },
      output: [
        standIn('us-ssn', '078051120'),
        standIn('credit-card', '4111111111111111'),
        standIn('iban', 'NO9386011117947'),
      ].join(' '),
    },
    {
      input: '030 123456',
      config: { key, defaultCountry: 'DE', length: 4 },
      output: standIn('phone', '+4930123456', 4),
    },
    {
      input: '030 123456',
      config: { key, otherCountries: ['DE'], length: 4 },
      output: standIn('phone', '+4930123456', 4),
    },
    { name: 'line ends stay', input: '::1\r\n\r\n', config: { key }, output: `${standIn('ip', '::1')}\r\n\r\n` },
    {
      name: 'lone surrogates and NUL stay',
      input: '\ud800::1\udc00\0',
      config: { key },
      output: `\ud800${standIn('ip', '::1')}\udc00\0`,
    },
    { input: '', error: 'steps[0].config.key is required' },
    { input: '', config: { key: '1234567' }, error: 'steps[0].config.key must be at least 8 characters long' },
    { input: '', config: { key: 'x'.repeat(201) }, error: 'steps[0].config.key must be at most 200 characters long' },
    { input: '', config: { key, length: 3 }, error: 'steps[0].config.length must be at least 4' },
    { input: '', config: { key, length: 33 }, error: 'steps[0].config.length must be at most 32' },
    { input: '', config: { key, types: [] }, error: 'steps[0].config.types must have at least 1 item' },
    {
      input: '',
      config: { key, defaultCountry: 'XX' },
      error: 'defaultCountry must be the code of a country, such as US, GB or DE, not "XX"',
    },
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
