import { Type } from '../../core/schema.js';
import { datesInText } from '../dates/calendar-dates.js';
import type { Span } from '../span.js';
import { emailAddresses } from '../urls/email-addresses.js';
import { canonicalIpAddress, ipAddressesInText } from '../urls/ip-addresses.js';
import { urlsInText } from '../urls/web-addresses.js';
import { asciiFigures, blanks, dashes } from './figures.js';
import { ibansInText } from './ibans.js';
import { paymentCardsInText } from './payment-cards.js';
import { formatPhoneNumber } from './phone-format.js';
import { countryCodes } from './phone-numbers.js';
import { phoneNumbersInText } from './phone-search.js';
import { longestFinds } from './redaction.js';

const types = ['email', 'phone', 'credit-card', 'ip', 'iban', 'us-ssn', 'url', 'mac', 'date'] as const;

export type PersonalDataType = (typeof types)[number];

/** The option of tools that replace personal data. */
export const PersonalDataTypes = Type.Array(Type.Enum([...types]), {
  default: ['email', 'phone', 'credit-card', 'ip', 'iban'],
  minItems: 1,
  maxItems: types.length,
  description:
    'What to look for: e-mail addresses, phone numbers, payment card numbers (with a valid check digit), IP addresses, international bank account numbers, US social security numbers (with hyphens or blanks), URLs, MAC addresses, dates (in figures, or with an English month)',
});

export interface PersonalData extends Span {
  readonly type: PersonalDataType;
  /** Returns the same for different spellings of one value: a phone number with blanks or without. */
  readonly value: () => string;
}

/**
 * Finds personal data of the given types, in the order of the text and without overlaps: the longest find wins.
 *
 * @param defaultCountry - for phone numbers without a country calling code, before the other countries.
 * @throws {ToolError} if a country does not exist.
 */
export function personalData(
  text: string,
  wanted: readonly PersonalDataType[],
  defaultCountry: string,
  otherCountries: readonly string[],
): PersonalData[] {
  const countries = countryCodes(defaultCountry, otherCountries);
  const finds: PersonalData[] = [];
  for (const type of new Set(wanted)) {
    for (const { value, ...span } of finders[type](text, countries)) finds.push({ ...span, type, value });
  }
  return longestFinds(finds, text);
}

type Finder = (
  text: string,
  countries: ReturnType<typeof countryCodes>,
) => Iterable<Span & Pick<PersonalData, 'value'>>;

const finders: Record<PersonalDataType, Finder> = {
  email: (text) => valued(text, emailAddresses(text), (email) => email.toLowerCase()),
  *phone(text, countries) {
    for (const { start, end, number } of phoneNumbersInText(text, countries))
      yield { start, end, value: () => formatPhoneNumber(number, 'e164') };
  },
  *'credit-card'(text) {
    for (const { start, end, digits } of paymentCardsInText(text)) yield { start, end, value: () => digits };
  },
  ip: (text) => valued(text, ipAddressesInText(text), canonicalIpAddress),
  *iban(text) {
    for (const { start, end, iban } of ibansInText(text)) yield { start, end, value: () => iban };
  },
  'us-ssn'(text) {
    const ascii = asciiFigures(text);
    return valued(ascii, matches(ascii, socialSecurityNumber), (number) => number.replace(/\D/g, ''));
  },
  url: (text) => valued(text, urlsInText(text, urlSearch), (url) => url),
  mac: (text) => valued(text, matches(text, macAddress), (address) => address.replace(/[^\da-f]/gi, '').toLowerCase()),
  date: (text) => valued(text, datesInText(text), (date) => date),
};

const urlSearch = { schemes: new Set(['http', 'https', 'ftp']), bare: true, stripPunctuation: true };

/**
 * Two blanks or two hyphens, of any kind. Excludes numbers that are never assigned:
 * https://www.ssa.gov/employer/randomization.html
 */
const socialSecurityNumber = new RegExp(
  String.raw`(?<![\p{L}\p{N}_\u2010\u2011-])(?!000|666|9)\d{3}` +
    String.raw`(?:[${blanks}](?!00)\d{2}[${blanks}]|[${dashes}](?!00)\d{2}[${dashes}])` +
    String.raw`(?!0000)\d{4}(?![\p{L}\p{N}_]|[\u2010\u2011-]\d)`,
  'gu',
);

/** Six pairs of hexadecimal digits, or three groups of four with dots. */
const macAddress =
  /(?<![\p{L}\p{N}_:.-])(?:[\da-f]{2}([:-])[\da-f]{2}(?:\1[\da-f]{2}){4}|[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4})(?![\p{L}\p{N}_]|[:.-][\da-f])/giu;

function* matches(text: string, pattern: RegExp): Generator<Span> {
  for (const { 0: match, index } of text.matchAll(pattern)) yield { start: index, end: index + match.length };
}

function* valued(
  text: string,
  spans: Iterable<Span>,
  normalize: (written: string) => string,
): Generator<Span & Pick<PersonalData, 'value'>> {
  for (const { start, end } of spans) yield { start, end, value: () => normalize(text.slice(start, end)) };
}
