import { type Detected, suggest } from './detected.js';
import type { Sample } from './sample.js';

const longestToken = 20_000;

/** A JSON Web Token: three parts in Base64, the first of which begins with `{"`. */
export function tokenKind({ text, isCut }: Sample): Detected | undefined {
  const isToken = text.length <= longestToken && /^(?:Bearer )?eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*$/.test(text);
  if (isCut || !isToken) return undefined;
  return {
    format: 'jwt',
    label: 'a JSON Web Token',
    reason: 'it has three parts in Base64, and the first begins with {"',
    suggestions: [suggest('Decode', 'jwt-decoder'), suggest('Show the payload', 'jwt-decoder', { part: 'payload' })],
  };
}

/** Shorter words may be Base64 by accident. */
const shortestBase64 = 24;
/** A multiple of 4: whole groups. */
const decodedCharacters = 4_000;

/** Base64 of a text in UTF-8. */
export function base64Kind({ text, isCut }: Sample): Detected | undefined {
  const compact = text.replace(/[\r\n]+/g, '');
  const { length } = compact.replace(/={1,2}$/, '');
  if (compact.length < shortestBase64 || !/^(?:[\w+/-]+={0,2})$/.test(compact)) return undefined;
  // No number of bytes leaves one character over.
  if (!isCut && length % 4 === 1) return undefined;
  const isMixed = /[a-z]/.test(compact) && /[A-Z]/.test(compact) && /[\d=]/.test(compact);
  if (!isMixed || !isTextInBase64(compact.slice(0, decodedCharacters))) return undefined;
  return {
    format: 'base64',
    label: 'a text in Base64',
    reason: 'it decodes to UTF-8',
    suggestions: [suggest('Decode', 'base64-decode')],
  };
}

function isTextInBase64(coded: string): boolean {
  try {
    const binary = atob(coded.replaceAll('-', '+').replaceAll('_', '/'));
    return isText(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return false;
  }
}

/** Returns whether bytes are a text in UTF-8, without controls. The last character may be cut. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return !/[\u0000-\u0008\u000e-\u001f]/.test(text);
  } catch {
    return false;
  }
}

const fewestBytes = 8;

/** Text in UTF-8 whose bytes are written in hexadecimal. */
export function hexKind({ text }: Sample): Detected | undefined {
  if (!/^(?:0x|\\x)?[\da-f]{2}[\da-f\s:,;x\\-]*$/i.test(text)) return undefined;
  const bytes = hexBytes(text);
  // Numbers are not meant as bytes.
  if (bytes.length < fewestBytes || !/[a-f]/i.test(text) || !isText(bytes)) return undefined;
  return {
    format: 'hex',
    label: 'a text in hexadecimal',
    reason: 'its bytes are UTF-8',
    suggestions: [suggest('Decode', 'hex-converter', { direction: 'decode' })],
  };
}

function hexBytes(text: string): Uint8Array {
  const pairs =
    text
      .replace(/0x|\\x|[\s:,;-]/gi, '')
      .slice(0, decodedCharacters)
      .match(/[\da-f]{2}/gi) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

const fewestOtherBytes = 4;

/** Any bytes in hexadecimal: few of them, or no text. */
export function bytesKind({ text }: Sample): Detected | undefined {
  if (!/^(?:0x|\\x|[\da-f]{2}|[\s,])+$/i.test(text)) return undefined;
  const bytes = hexBytes(text);
  // Digits alone are numbers, or bits.
  const isMarked = /0x|\\x/i.test(text);
  if (bytes.length < fewestOtherBytes || !/\d/.test(text) || !(isMarked || /[a-f]/i.test(text))) return undefined;
  const suggestions = isText(bytes) ? [suggest('Decode', 'hex-converter', { direction: 'decode' })] : [];
  return {
    format: 'hex',
    label: 'bytes in hexadecimal',
    reason: 'it has pairs of hexadecimal digits only',
    suggestions,
  };
}

/** The bytes 80 to BF as Windows-1252 and ISO-8859-1 show them: the second byte of a character and those after it. */
const following = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/** First bytes in Windows-1252 with what follows, which nobody writes: `â€™`, `ðŸ˜`. */
const surelyGarbled = new RegExp(`â€${following}|ðŸ${following}|(?:[ÐÑ]${following}){3}`);
/** `Ã©`, `Â°`: one alone may be meant, as in `MANHÃ…`. */
const maybeGarbled = new RegExp(`[ÃÂ]${following}`, 'g');

/** UTF-8 that was read as Windows-1252 or ISO-8859-1. */
export function garbledKind({ text }: Sample): Detected | undefined {
  const isGarbled =
    surelyGarbled.test(text) || (text.match(maybeGarbled)?.length ?? 0) > 1 || /Ã[©¨¤¶¼±§¡³º]/.test(text);
  if (!isGarbled) return undefined;
  return {
    format: 'mojibake',
    label: 'text in a wrong encoding',
    reason: 'it has pairs of signs that UTF-8 becomes in Windows-1252',
    suggestions: [suggest('Repair the letters', 'mojibake-fixer')],
  };
}
