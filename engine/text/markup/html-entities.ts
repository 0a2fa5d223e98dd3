import { lazyLibrary } from '../../core/lazy-library.js';

const entities = lazyLibrary<typeof import('entities')>('entities');

/** The notation of a reference: `&eacute;` (decimal if there is no name), `&#233;` or `&#xE9;`. */
export type ReferenceStyle = 'named' | 'decimal' | 'hex';

/** Names of ASCII characters that must be escaped. `&apos;` exists only since HTML 5, so it is avoided. */
const names = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Writes a character reference. HTML Standard, section 13.1.4. */
export function characterReference(character: string, style: ReferenceStyle): string {
  const codePoint = character.codePointAt(0) ?? 0;
  if (style === 'hex') return `&#x${codePoint.toString(16).toUpperCase()};`;
  if (style === 'decimal') return `&#${codePoint};`;
  if (codePoint < 0x80) return names.get(character) ?? `&#${codePoint};`;
  return entities().encodeNonAsciiHTML(character);
}

/**
 * Tests whether a reference can mean this character. Numbers of surrogates mean U+FFFD, and numbers from U+0080 to
 * U+009F the characters of windows-1252. HTML Standard, section 13.2.5.80.
 */
export function hasReference(codePoint: number): boolean {
  return !(codePoint >= 0xd800 && codePoint <= 0xdfff) && !(codePoint >= 0x80 && codePoint <= 0x9f);
}

/** Replaces character references as browsers do in text, or in an attribute, where `&copy=1` stays. */
export function decodeReferences(text: string, inAttribute: boolean): string {
  return inAttribute ? entities().decodeHTMLAttribute(text) : entities().decodeHTML(text);
}
