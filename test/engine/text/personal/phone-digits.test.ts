import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getCountries, isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { randomNumbers } from '#bench/engine/hostile-texts.js';
import { planOf } from '#engine/text/personal/numbering-plans.js';
import { readPhoneDigits } from '#engine/text/personal/phone-digits.js';
import { digitsWithinCountry, formatPhoneNumber } from '#engine/text/personal/phone-format.js';
import { parsePhoneNumber } from '#engine/text/personal/phone-numbers.js';

const random = randomNumbers(7);
const below = (bound: number): number => (random.next().value >>> 7) % bound;
const digits = (count: number): string => Array.from({ length: count }, () => below(10)).join('');

/** Random digits are seldom a number: many begin with what people dial, and have a length that the plan knows. */
function randomDigits(country: ReturnType<typeof getCountries>[number]): string {
  const { callingCode, lengths } = planOf(country);
  const prefix = ['', '', '', '0', '00', '011', '1', '8', callingCode, `00${callingCode}`][below(10)] ?? '';
  const length = below(8) === 0 ? 4 + below(15) : (lengths[below(lengths.length)] ?? 8);
  return prefix + digits(length);
}

function byLibrary(number: PhoneNumber | undefined) {
  if (!number?.isValid()) return undefined;
  return {
    parts: { callingCode: number.countryCallingCode, national: number.nationalNumber, country: number.country },
    written: [number.number, number.formatNational(), number.formatInternational(), number.getURI()],
    dialled: number.formatNational({ nationalPrefix: false }).replace(/\D/g, ''),
  };
}

function byUs(number: ReturnType<typeof readPhoneDigits>) {
  return (
    number && {
      parts: number,
      written: (['e164', 'national', 'international', 'rfc3966'] as const).map((format) =>
        formatPhoneNumber(number, format),
      ),
      dialled: digitsWithinCountry(number),
    }
  );
}

test('digits are the number that the library reads, in every country', () => {
  let valid = 0;
  for (const country of getCountries()) {
    assert.ok(isSupportedCountry(country));
    for (let round = 0; round < 60; round++) {
      const text = randomDigits(country);
      const expected = byLibrary(parsePhoneNumberFromString(text, { defaultCountry: country, extract: false }));
      assert.deepEqual(byUs(readPhoneDigits(text, country)), expected, `${text} in ${country}`);
      if (expected !== undefined) valid++;
    }
  }
  assert.ok(valid > 1_000, `${valid} valid numbers`);
});

test('digits after + are the number that the library reads', () => {
  let valid = 0;
  for (const country of getCountries()) {
    for (let round = 0; round < 20; round++) {
      const text = below(5) === 0 ? digits(7 + below(11)) : planOf(country).callingCode + randomDigits(country);
      const expected = byLibrary(parsePhoneNumberFromString(`+${text}`, { extract: false }));
      assert.deepEqual(byUs(readPhoneDigits(text, undefined)), expected, `+${text}`);
      if (expected !== undefined) valid++;
    }
  }
  assert.ok(valid > 300, `${valid} valid numbers`);
});

test('a text with signs between the digits is the number that the library reads', () => {
  for (let round = 0; round < 2_000; round++) {
    const signs = () =>
      ['', '', ' ', '-', '.', '/', '(', ')', ' (', '+', '--', ',', 'x', '\u00a0', '٣'][below(15)] ?? '';
    const written = [...randomDigits('DE')].map((digit) => digit + (below(3) === 0 ? signs() : '')).join('');
    const text = signs() + written;
    const number = parsePhoneNumberFromString(text, { defaultCountry: 'DE', extract: false });
    const ours = parsePhoneNumber(text, 'DE');
    const expected = number?.isValid() ? [number.formatNational(), number.getURI()] : undefined;
    const found = ours && [formatPhoneNumber(ours, 'national'), formatPhoneNumber(ours, 'rfc3966')];
    assert.deepEqual(found, expected, JSON.stringify(text));
  }
});
