import { ToolError } from '../../../core/errors.js';

/** The most characters that a list may expand to. */
const mostCharacters = 65_536;

const letters = new Map([
  ['n', 0x0a],
  ['t', 0x09],
  ['r', 0x0d],
]);

/** The classes of POSIX in ASCII, as tr has them in the C locale. */
const classes: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[0-9A-Za-z]/],
  ['alpha', /[A-Za-z]/],
  ['blank', /[\t ]/],
  ['cntrl', /[\0-\x1f\x7f]/],
  ['digit', /[0-9]/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[\t-\r ]/],
  ['upper', /[A-Z]/],
  ['xdigit', /[0-9A-Fa-f]/],
]);

/**
 * Expands a list of characters as tr does: `a-z` means a range of code points, and `[:lower:]` the characters of a
 * class, in the order of their codes; a hyphen at either end or after a range or class is literal.
 *
 * A backslash makes a sign literal (`\-`, `\\`) and gives a meaning to `\n`, `\t`, `\r`, `\xHH` and `\uHHHH`.
 *
 * @param option - the name of the option that holds the list, for messages.
 * @returns the code points, in the order of the list.
 * @throws {ToolError} on a range that runs backwards or ends in a class, an unknown escape or class, and more than
 * 65,536 characters.
 */
export function expandCharacterList(list: string, option: string): number[] {
  const items = readItems(list, option);
  const expanded: number[] = [];
  for (let i = 0; i < items.length; i++) {
    const { codePoint: first = 0, members } = items[i] ?? {};
    const last = members === undefined && items[i + 1]?.joins === true ? items[i + 2] : undefined;
    if (members !== undefined) {
      expanded.push(...members);
    } else if (last === undefined) {
      expanded.push(first);
    } else {
      if (last.members !== undefined) throw new ToolError(`a range in ${option} ends in a class`);
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
  /** The code points of a class. */
  readonly members?: readonly number[];
}

function readItems(list: string, option: string): Item[] {
  const pattern = /\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[\s\S]|$)|\[:([a-z]{1,20}):\]|[\s\S]/gu;
  return Array.from(list.matchAll(pattern), ([written, name]) => ({
    codePoint: written.startsWith('\\') ? readEscape(written, option) : (written.codePointAt(0) ?? 0),
    joins: written === '-',
    ...(name !== undefined && { members: membersOf(name, option) }),
  }));
}

function membersOf(name: string, option: string): number[] {
  const pattern = classes.get(name);
  if (pattern === undefined) {
    throw new ToolError(`[:${name}:] in ${option} is not a class; the classes are ${[...classes.keys()].join(', ')}`);
  }
  return Array.from({ length: 0x80 }, (_, code) => code).filter((code) => pattern.test(String.fromCharCode(code)));
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
