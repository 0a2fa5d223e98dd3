import { replaceMatches } from '../replacement.js';

/** The zeros of the scripts that have decimal digits of their own, each followed by the other nine. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
  0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];
const ranges = zeros.map((zero) => String.fromCharCode(zero, 0x2d, zero + 9)).join('');

/** A run of such digits, with the fullwidth or Arabic marks between them. */
const digitRun = new RegExp(`[${ranges}]+(?:[\\uff0c\\uff0e\\u066b\\u066c][${ranges}]+)*`, 'g');
const nonAscii = /[\u0660-\uffff]/;

/**
 * Writes the digits of all scripts, such as fullwidth `１，２３４．５` or Arabic `٣٫٥`, and the marks between them as ASCII.
 * The text keeps its length, so places in it remain valid.
 *
 * @param decimal - the mark that stands for the Arabic decimal separator.
 * @param thousands - the one for the Arabic thousands separator.
 */
export function withAsciiDigits(text: string, decimal: string, thousands: string): string {
  if (!nonAscii.test(text)) return text;
  const marks: Readonly<Record<string, string>> = { '，': ',', '．': '.', '٫': decimal, '٬': thousands };
  return replaceMatches(text, digitRun, (run) => {
    let written = '';
    for (let i = 0; i < run.length; i++) {
      written += marks[run.charAt(i)] ?? String(digitValue(run.charCodeAt(i)));
    }
    return written;
  });
}

function digitValue(unit: number): number {
  const zero = zeros.findLast((first) => first <= unit) ?? 0;
  return unit - zero;
}
