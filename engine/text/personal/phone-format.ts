import { planOf } from './numbering-plans.js';
import type { PhoneNumber } from './phone-numbers.js';

export type PhoneFormat = 'e164' | 'international' | 'national' | 'rfc3966';

/** Returns a number in a format. E.164 has no extension. */
export function formatPhoneNumber(number: PhoneNumber, format: PhoneFormat): string {
  const { callingCode, national, country, extension } = number;
  if (format === 'e164') return `+${callingCode}${national}`;
  if (format === 'rfc3966') return `tel:+${callingCode}${national}${extension ? `;ext=${extension}` : ''}`;
  const plan = planOf(country ?? callingCode);
  const marked = extension ? `${plan.extensionMark}${extension}` : '';
  const style = plan.formatOf(national);
  if (format === 'national') return (style ? national.replace(style.groups, style.prefixed) : national) + marked;
  const grouped = style
    ? national.replace(style.groups, style.international).replace(punctuation, ' ').trim()
    : national;
  return `+${callingCode} ${grouped}${marked}`;
}

/** What is between the digits in the formats of the library: only blanks are usual after a country calling code. */
const punctuation = /[-\u2010-\u2015\u2212/. \u00a0()[\]~]+/g;

/** Returns the digits of a number as people write them in its country, without a prefix that they can leave out. */
export function digitsWithinCountry({ callingCode, national, country }: PhoneNumber): string {
  const style = planOf(country ?? callingCode).formatOf(national);
  return style === undefined ? national : national.replace(style.groups, style.national).replace(/\D/g, '');
}
