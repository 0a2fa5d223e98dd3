import { Type } from '../../core/schema.js';
import { withCoded } from '../escapes/coded-text.js';
import type { Span } from '../span.js';
import { emailAddresses } from '../urls/email-addresses.js';
import { canonicalIpAddress, ipAddressesInText } from '../urls/ip-addresses.js';
import { urlsInText } from '../urls/web-addresses.js';
import { withoutWideForms } from '../urls/wide-forms.js';
import { asciiFigures, blanks, dashes, isPartOfFigure, isSeparator, wordOfFigures } from './figures.js';
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
    for (const { value, start, end } of withCoded(text, (each) => finders[type](each, countries)))
      finds.push({ start, end, type, value });
  }
  return longestFinds(finds, text);
}

type Finder = (
  text: string,
  countries: ReturnType<typeof countryCodes>,
) => Iterable<Span & Pick<PersonalData, 'value'>>;

const finders: Record<PersonalDataType, Finder> = {
  email(text) {
    const plain = withoutWideForms(text);
    return valued(plain, emailAddresses(plain), (email) => email.toLowerCase());
  },
  *phone(text, countries) {
    for (const { start, end, number } of phoneNumbersInText(text, countries, 'possible'))
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
  date: (text) => valued(text, calendarDates(text), (date) => date),
};

const urlSearch = { schemes: new Set(['http', 'https', 'ftp']), bare: true, stripPunctuation: true };

/**
 * Two blanks or two hyphens, of any kind. Excludes numbers that are never assigned:
 * https://www.ssa.gov/employer/randomization.html
 */
const socialSecurityNumber = new RegExp(
  String.raw`(?<![${wordOfFigures}\u2010\u2011-])(?!000|666|9)\d{3}` +
    String.raw`(?:[${blanks}](?!00)\d{2}[${blanks}]|[${dashes}](?!00)\d{2}[${dashes}])` +
    String.raw`(?!0000)\d{4}(?![${wordOfFigures}](?!\p{M})|[\u2010\u2011-]\d)`,
  'gu',
);

/** Six pairs of hexadecimal digits, or three groups of four with dots; eight pairs of an EUI-64. */
const macAddress =
  /(?<![A-Za-z\p{N}_:.-])(?:[\da-f]{2}([:-])[\da-f]{2}(?:\1[\da-f]{2}){4}(?:\1[\da-f]{2}\1[\da-f]{2})?|[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4})(?![A-Za-z\p{N}_](?!\p{M})|[:.-][\da-f])/giu;

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

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const day = '\\d{1,2}(?:st|nd|rd|th)?';

/** A time may follow after a T. */
const numericDate =
  /(?<![\w./-])(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/])\d{1,2}\2(?:\d{4}|\d{2})|\d{1,2}\.\d{1,2}\.\d{4}|\d{2}\.\d{2}\.\d{2})(?![-/.]?\d|(?!T\d)[A-Za-z_])/g;

const dateWithMonth = new RegExp(
  `(?<![${wordOfFigures}./-])(?:${day}(?: of)? ${month},? \\d{4}|${month} ${day},? \\d{4})(?![${wordOfFigures}](?!\\p{M}))`,
  'giu',
);

/**
 * Without spaces: 31-Jan-2026, Jan-31-2026, 2026-Jan-31, with slashes or dots as well, and 31Jan2026. A time may
 * follow.
 */
const dateWithJoinedMonth = new RegExp(
  `(?<![${wordOfFigures}./-])(?:\\d{1,2}([-/.])${month}\\1(?:\\d{4}|\\d{2})|${month}([-/.])\\d{1,2}\\2\\d{4}|\\d{4}([-/.])${month}\\3\\d{1,2}|\\d{2}${month}\\d{4})(?![-/.]?\\d|(?!T\\d)[${wordOfFigures}](?!\\p{M}))`,
  'giu',
);

/**
 * Finds calendar dates in running text, in time linear in its length: 2026-01-31 with hyphens, slashes or dots,
 * 31/01/2026 and 1/31/26 in either order, 31.01.2026, and dates with an English month, such as 31 January 2026, Jan 31,
 * 2026 or 31-Jan-2026.
 */
function* calendarDates(text: string): Generator<Span> {
  for (const { 0: date, index } of text.matchAll(numericDate)) {
    if (hasDayAndMonth(date)) yield { start: index, end: index + date.length };
  }
  for (const { 0: date, index } of text.matchAll(dateWithMonth)) {
    if (hasDay(date)) yield { start: index, end: index + date.length };
  }
  for (const { 0: date, index } of text.matchAll(dateWithJoinedMonth)) {
    if (hasDay(date)) yield { start: index, end: index + date.length };
  }
}

/** Tests whether the first number that can be a day is valid as one. */
function hasDay(date: string): boolean {
  return /^(?:\d{4}\D|\D)*(?:0?[1-9]|[12]\d|3[01])(?!\d)/.test(date);
}

/** Tests whether the parts other than the year can be a day and a month, in either order. */
function hasDayAndMonth(date: string): boolean {
  const parts = date.split(/[-/.]/);
  const [a = 0, b = 0] = (parts[0]?.length === 4 ? parts.slice(1) : parts).map(Number);
  return Math.min(a, b) >= 1 && Math.min(a, b) <= 12 && Math.max(a, b) <= 31;
}

/**
 * The number of characters of account numbers in each country: the IBAN registry of SWIFT, and the countries that use such
 * numbers without being in it.
 */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30 ' +
    'AO25 BF28 BJ28 CF27 CG27 CI28 CM27 CV25 DZ26 GA27 GQ27 GW25 IR26 KM27 MA28 MG27 ML28 MZ25 NE28 SN28 TD27 TG28'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const ibanStart = /(?:(?<![A-Za-z\p{N}])|(?<=(?<![A-Za-z\p{N}])IBAN))[A-Z]{2}\d{2}/giu;

/**
 * Finds international bank account numbers in running text, in order, in time linear in its length. They have the
 * length that their country requires and valid check digits (ISO 13616), in one piece or with single blanks, dots or
 * hyphens of any kind; digits and letters may be fullwidth.
 */
function* ibansInText(written: string): Generator<Span & { readonly iban: string }> {
  const text = asciiFigures(written);
  let free = 0;
  for (const { 0: start, index } of text.matchAll(ibanStart)) {
    const length = ibanLengths.get(start.slice(0, 2).toUpperCase());
    if (length === undefined || index < free) continue;
    const found = readIban(text, index, length);
    if (found === undefined || !hasCheckDigits(found.iban)) continue;
    yield { start: index, ...found };
    free = found.end;
  }
}

/** Reads this many letters and digits and returns their end; undefined if there are fewer, or more without a blank. */
function readIban(text: string, start: number, length: number): { iban: string; end: number } | undefined {
  let iban = '';
  let i = start;
  for (; iban.length < length; i++) {
    const character = text.charAt(i);
    if (/[A-Z\d]/i.test(character)) iban += character.toUpperCase();
    else if ((!isSeparator(character) && character !== '.') || !/[A-Z\d]/i.test(text.charAt(i - 1))) return undefined;
  }
  return isPartOfFigure(text.slice(i, i + 2)) ? undefined : { iban, end: i };
}

/** Tests whether the number made of the characters, the first four put last and A counting 10, is 1 modulo 97. */
function hasCheckDigits(iban: string): boolean {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder === 1;
}
