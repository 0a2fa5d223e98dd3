import type { CountryCode } from 'libphonenumber-js/max';
import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { type NumberParts, readPhoneDigits } from './phone-digits.js';
import { phoneLibrary } from './phone-library.js';

export interface PhoneNumber extends NumberParts {
  /** The digits of the extension. */
  readonly extension?: string;
}

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
  if (phoneLibrary().isSupportedCountry(code)) return code;
  throw new ToolError(`${name} must be the code of a country, such as US, GB or DE, not "${option}"`);
}

/** The longest text that is read as one number, in UTF-16 code units. */
const longestNumber = 100;

/** No country has shorter numbers. Checked here, because the library is slow on a text that is not a number. */
const fewestDigits = /(?:\p{Nd}\P{Nd}*){4}/u;

/** A country calling code in brackets: `(+49) 171 1234567`. */
const bracketedCode = /^\s*[([（]\s?([+＋]\s?\d{1,3})\s?[)\]）]/;

/** Digits with nothing that can be the mark of an extension. */
const plainNumber = /^\+?[\d ()./-]+$/;

/**
 * Parses a text that is a phone number and nothing else. Returns undefined if it is invalid. The library only parses
 * texts with an extension or with other digits and signs than those of ASCII, because it takes 20 µs for a number.
 *
 * @param country - of a number without `+` and a country calling code.
 */
export function parsePhoneNumber(written: string, country: CountryCode): PhoneNumber | undefined {
  const text = written.replace(bracketedCode, '$1 ');
  if (text.length > longestNumber || !fewestDigits.test(text)) return undefined;
  if (plainNumber.test(text)) {
    return readPhoneDigits(text.replace(/\D/g, ''), text.startsWith('+') ? undefined : country);
  }
  const number = phoneLibrary().parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (!number?.isValid()) return undefined;
  const { countryCallingCode: callingCode, nationalNumber: national, ext } = number;
  return { callingCode, national, country: number.country, ...(ext === undefined ? {} : { extension: ext }) };
}
