import { ToolError } from '../../../core/errors.js';

/** The most characters that a list may expand to. */
const mostCharacters = 65_536;

const letters = new Map([
  ['n', 0x0a],
  ['t', 0x09],
  ['r', 0x0d],
]);

/**
 * Expands a list of characters as tr does: `a-z` means a range of code points; a hyphen at either end or after a range
 * is literal.
 *
 * A backslash makes a sign literal (`\-`, `\\`) and gives a meaning to `\n`, `\t`, `\r`, `\xHH` and `\uHHHH`.
 *
 * @param option - the name of the option that holds the list, for messages.
 * @returns the code points, in the order of the list.
 * @throws {ToolError} on a range that runs backwards, an unknown escape, a POSIX class, and more than 65,536
 * characters.
 */
export function expandCharacterList(list: string, option: string): number[] {
  const [posixClass] = /\[:[a-z]+:\]/.exec(list) ?? [];
  if (posixClass !== undefined) {
    throw new ToolError(`${option} cannot contain classes such as ${posixClass}; write ranges such as a-z instead`);
  }
  const items = readItems(list, option);
  const expanded: number[] = [];
  for (let i = 0; i < items.length; i++) {
    const { codePoint: first = 0 } = items[i] ?? {};
    const last = items[i + 1]?.joins === true ? items[i + 2] : undefined;
    if (last === undefined) {
      expanded.push(first);
    } else {
      if (last.codePoint < first)
        throw new ToolError(`the range ${rangeText(first, last.codePoint)} in ${option} runs backwards`);
      checkLength(expanded.length + last.codePoint - first, option);
      for (let codePoint = first; codePoint <= last.codePoint; codePoint++) expanded.push(codePoint);
      i += 2;
    }
  }
  checkLength(expanded.length, option);
  return expanded;
}

interface Item {
  readonly codePoint: number;
  /** Whether this is a hyphen without a backslash. */
  readonly joins: boolean;
}

function readItems(list: string, option: string): Item[] {
  const pattern = /\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[\s\S]|$)|[\s\S]/gu;
  return Array.from(list.matchAll(pattern), ([written]) => ({
    codePoint: written.startsWith('\\') ? readEscape(written, option) : (written.codePointAt(0) ?? 0),
    joins: written === '-',
  }));
}

function readEscape(written: string, option: string): number {
  const escaped = written.slice(1);
  if (escaped.length > 2) return Number.parseInt(escaped.slice(1), 16);
  const codePoint = letters.get(escaped) ?? (/^[^\p{L}\p{N}]$/u.test(escaped) ? escaped.codePointAt(0) : undefined);
  if (codePoint !== undefined) return codePoint;
  throw new ToolError(`"${written}" in ${option} is not an escape; use \\n, \\t, \\r, \\\\, \\-, \\xHH or \\uHHHH`);
}

function checkLength(characters: number, option: string): void {
  if (characters > mostCharacters) throw new ToolError(`${option} stands for more than ${mostCharacters} characters`);
}

function rangeText(first: number, last: number): string {
  return `${String.fromCodePoint(first)}-${String.fromCodePoint(last)}`;
}
