import { ToolError } from '../../core/errors.js';
import { describeCharacter, positionAt } from '../position.js';
import { isWhiteSpace } from '../unicode/white-space.js';

const notADigit = -1;
const usualSeparators = ',;:-_.';

/**
 * Decodes bytes written as two hexadecimal digits each. White space and `, ; : - _ .` may separate them, and `0x` or
 * `\x` may precede them.
 *
 * @param separator - further characters that may separate bytes.
 * @throws {ToolError} with line and column of a character that is not a digit, and of a digit without a second one.
 */
export function decodeHex(text: string, separator = ''): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1);
  let length = 0;
  for (let i = 0; i < text.length; ) {
    const high = hexDigit(text.charCodeAt(i));
    const low = hexDigit(text.charCodeAt(i + 1));
    if (high !== notADigit && low !== notADigit) {
      bytes[length++] = high * 16 + low;
      i += 2;
    } else if (isPrefix(text, i)) i += 2;
    else if (high !== notADigit)
      throw ToolError.at(positionAt(text, i), `every byte needs two digits, and this is one`);
    else if (isWhiteSpace(text.charCodeAt(i)) || `${usualSeparators}${separator}`.includes(text.charAt(i))) i++;
    else throw ToolError.at(positionAt(text, i), `${describeCharacter(text, i)} is not a hexadecimal digit`);
  }
  return bytes.subarray(0, length);
}

function isPrefix(text: string, offset: number): boolean {
  const next = text.charAt(offset + 1);
  return text[offset] === '0' ? next === 'x' || next === 'X' : text[offset] === '\\' && next === 'x';
}

function hexDigit(codeUnit: number): number {
  if (codeUnit >= 0x30 && codeUnit <= 0x39) return codeUnit - 0x30;
  const letter = codeUnit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : notADigit;
}
