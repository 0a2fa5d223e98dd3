import { ToolError } from '../../../core/errors.js';

const letters = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\\', '\\'],
]);

/**
 * Replaces `\n`, `\t`, `\r`, `\\`, `\xHH` and `\uHHHH` with their characters.
 *
 * @param option - the name of the option that holds the text, for the message.
 * @throws {ToolError} on any other escape, and on a backslash at the end.
 */
export function unescapeBackslashes(text: string, option: string): string {
  return text.replace(/\\(x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[\s\S]|$)/gu, (written, escaped: string) => {
    if (escaped.length > 2) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    const letter = letters.get(escaped);
    if (letter !== undefined) return letter;
    throw new ToolError(`"${written}" in ${option} is not an escape; use \\n, \\t, \\r, \\\\, \\xHH or \\uHHHH`);
  });
}
