import type { CountryCode } from 'libphonenumber-js/max';
import { countriesWith, isCallingCode, type NumberingPlan, planOf } from './numbering-plans.js';

/** A number in parts. */
export interface NumberParts {
  readonly callingCode: string;
  readonly national: string;
  /** Undefined if several countries share the calling code, and the number fits none of them. */
  readonly country: CountryCode | undefined;
}

/** The bounds of national numbers. The longest are longer than ITU-T E.164 allows. */
const [fewestDigits, mostDigits] = [2, 17];
const longestCallingCode = 3;

/**
 * Reads digits as a phone number: those after a `+`, or those that people dial in a country. Returns undefined if it is
 * not valid. The result is that of `parsePhoneNumberFromString` of the library with `isValid()`, in a hundredth of its
 * time.
 */
export function readPhoneDigits(digits: string, country: CountryCode | undefined): NumberParts | undefined {
  const parts = country === undefined ? internationalParts(digits) : partsDialledIn(country, digits);
  if (parts === undefined || parts.national.length < fewestDigits || parts.national.length > mostDigits)
    return undefined;
  return planOf(parts.country ?? parts.callingCode).has(parts.national) ? parts : undefined;
}

/**
 * Reads the digits after a `+` as a phone number that has the length of those of its country or service, if perhaps none of
 * its kinds: ranges are given out between two releases of the library. Undefined if it has another length.
 */
export function readPossibleDigits(digits: string): NumberParts | undefined {
  const parts = internationalParts(digits);
  return parts && planOf(parts.callingCode).lengths.includes(parts.national.length) ? parts : undefined;
}

function partsDialledIn(country: CountryCode, digits: string): NumberParts | undefined {
  const plan = planOf(country);
  const prefix = plan.internationalPrefix.exec(digits)?.[0] ?? '';
  const rest = digits.slice(prefix.length);
  if (prefix !== '' && rest !== '' && !rest.startsWith('0')) return internationalParts(rest);
  const afterCode = withoutCallingCode(digits, plan);
  if (afterCode !== undefined) return nationalParts(afterCode, planOf(plan.callingCode), undefined);
  return nationalParts(digits, plan, country);
}

/** Splits digits that begin with a country calling code. */
function internationalParts(digits: string): NumberParts | undefined {
  if (digits.startsWith('0')) return undefined;
  for (let length = 1; length <= longestCallingCode && length < digits.length; length++) {
    const code = digits.slice(0, length);
    if (isCallingCode(code)) return nationalParts(digits.slice(length), planOf(code), undefined);
  }
  return undefined;
}

/** Returns what follows a country calling code without `+`; undefined if the digits are more likely a national number. */
function withoutCallingCode(digits: string, plan: NumberingPlan): string | undefined {
  if (!digits.startsWith(plan.callingCode)) return undefined;
  const shorter = digits.slice(plan.callingCode.length);
  const national = withoutNationalPrefix(digits, plan);
  const isTooLong = national.length > (plan.lengths.at(-1) ?? 0);
  if (isTooLong || (!plan.isLike(national) && plan.isLike(withoutNationalPrefix(shorter, plan)))) return shorter;
  return undefined;
}

function nationalParts(digits: string, plan: NumberingPlan, fallback: CountryCode | undefined): NumberParts {
  const national = withoutNationalPrefix(digits, plan);
  return { callingCode: plan.callingCode, national, country: countryOf(national, plan.callingCode) ?? fallback };
}

/** Returns the digits without the prefix of national calls, unless the rest is not a number. */
function withoutNationalPrefix(digits: string, plan: NumberingPlan): string {
  const stripped = stripNationalPrefix(digits, plan);
  if (stripped === digits) return digits;
  if (plan.isLike(digits) && !plan.isLike(stripped)) return digits;
  const country = countryOf(stripped, plan.callingCode);
  const { lengths } = country === undefined ? plan : planOf(country);
  const isPossible = lengths.includes(stripped.length) || stripped.length > (lengths.at(-1) ?? 0);
  return isPossible ? stripped : digits;
}

function stripNationalPrefix(digits: string, { nationalPrefix, prefixReplacement }: NumberingPlan): string {
  const match = nationalPrefix?.exec(digits);
  if (nationalPrefix === undefined || !match) return digits;
  const [prefix, ...groups] = match;
  if (prefixReplacement !== undefined && groups.at(-1)) return digits.replace(nationalPrefix, prefixReplacement);
  return digits.slice(prefix.length);
}

/** Returns which of the countries that share a calling code a national number belongs to. */
function countryOf(national: string, callingCode: string): CountryCode | undefined {
  const countries = countriesWith(callingCode);
  if (countries.length === 1) return countries[0];
  return countries.find((country) => {
    const plan = planOf(country);
    return plan.leadingDigits === undefined ? plan.has(national) : plan.leadingDigits.test(national);
  });
}
