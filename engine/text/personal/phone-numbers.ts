import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { Type } from '../../core/schema.js';

/** Includes the metadata that distinguishes valid numbers from possible ones. */
const library = lazyLibrary<typeof import('libphonenumber-js/max')>('libphonenumber-js/max');

/** The option of every tool that reads phone numbers. See {@link countryCode}. */
export const DefaultCountry = Type.String({
  default: 'US',
  minLength: 2,
  maxLength: 2,
  description: 'The country of numbers without + and country calling code: two letters (ISO 3166-1), such as US or DE',
});

const mostOtherCountries = 9;

/** The option of tools that find phone numbers in a text. See {@link countryCodes}. */
export const OtherCountries = Type.Array(Type.String({ minLength: 2, maxLength: 2 }), {
  default: [],
  maxItems: mostOtherCountries,
  description: `Up to ${mostOtherCountries} more countries whose numbers are found without + and country calling code, such as GB and FR; a number that is valid in several belongs to the first of them, after defaultCountry`,
});

/**
 * Returns the country codes of the two options in upper case, the default first.
 *
 * @throws {ToolError} if no country with phone numbers has one of the codes.
 */
export function countryCodes(defaultCountry: string, others: readonly string[]): CountryCode[] {
  const first = countryCode(defaultCountry);
  return [...new Set([first, ...others.map((other, i) => countryCode(other, `otherCountries[${i}]`))])];
}

/**
 * Returns the country code of the option in upper case.
 *
 * @throws {ToolError} if no country with phone numbers has this code.
 */
export function countryCode(option: string, name = 'defaultCountry'): CountryCode {
  const code = option.toUpperCase();
  if (library().isSupportedCountry(code)) return code;
  throw new ToolError(`${name} must be the code of a country, such as US, GB or DE; "${option}" is none`);
}

/** The longest text that is read as one number, in UTF-16 code units. */
const longestNumber = 100;

/** No country has shorter numbers. Checked here, because the library is slow on a text that is not a number. */
const fewestDigits = /(?:\p{Nd}\P{Nd}*){4}/u;

/**
 * Parses a text that is a phone number and nothing else. Returns undefined if it is invalid.
 *
 * @param country - of a number without `+` and a country calling code.
 */
export function parsePhoneNumber(text: string, country?: CountryCode): PhoneNumber | undefined {
  if (text.length > longestNumber || !fewestDigits.test(text)) return undefined;
  const number = library().parsePhoneNumberFromString(text, {
    ...(country === undefined ? {} : { defaultCountry: country }),
    extract: false,
  });
  return number?.isValid() ? number : undefined;
}

export type PhoneFormat = 'e164' | 'international' | 'national' | 'rfc3966';

const formats = { e164: 'E.164', international: 'INTERNATIONAL', national: 'NATIONAL', rfc3966: 'RFC3966' } as const;

export function formatPhoneNumber(number: PhoneNumber, format: PhoneFormat): string {
  return number.format(formats[format]);
}
