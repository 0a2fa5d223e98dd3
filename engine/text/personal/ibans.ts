import type { Span } from '../span.js';
import { asciiFigures, isSeparator } from './figures.js';

/** The number of characters of account numbers in each country: the IBAN registry of SWIFT. */
const lengths: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const beginning = /(?<![\p{L}\p{N}_])[A-Z]{2}\d{2}/giu;

/**
 * Finds international bank account numbers in running text, in order, in time linear in its length. They have the
 * length that their country requires and valid check digits (ISO 13616), in one piece or with single blanks or hyphens
 * of any kind; digits and letters may be fullwidth.
 */
export function* ibansInText(written: string): Generator<Span & { readonly iban: string }> {
  const text = asciiFigures(written);
  let free = 0;
  for (const { 0: start, index } of text.matchAll(beginning)) {
    const length = lengths.get(start.slice(0, 2).toUpperCase());
    if (length === undefined || index < free) continue;
    const found = readCharacters(text, index, length);
    if (found === undefined || !hasCheckDigits(found.iban)) continue;
    yield { start: index, ...found };
    free = found.end;
  }
}

/** Reads this many letters and digits and returns their end; undefined if there are fewer, or more without a blank. */
function readCharacters(text: string, start: number, length: number): { iban: string; end: number } | undefined {
  let iban = '';
  let i = start;
  for (; iban.length < length; i++) {
    const character = text.charAt(i);
    if (/[A-Z\d]/i.test(character)) iban += character.toUpperCase();
    else if (!isSeparator(character) || !/[A-Z\d]/i.test(text.charAt(i - 1))) return undefined;
  }
  return /[\p{L}\p{N}_]/u.test(text.charAt(i)) ? undefined : { iban, end: i };
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
