const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\' };
const names = new Map(Object.entries(named).map(([name, character]) => [character, `\\${name}`]));

/**
 * Writes a text in one line: `\n`, `\t`, `\r` and `\u200b` stand for characters that cannot be typed or seen. Any other
 * backslash is literal, so `\d` needs no second one.
 */
export function escaped(text: string): string {
  return text.replace(
    /\\(?=[ntr\\]|u[\da-f]{4}|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0])|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/giu,
    (character) => {
      return names.get(character) ?? codeUnits(character);
    },
  );
}

/** Reads a text that {@link escaped} wrote. */
export function unescaped(typed: string): string {
  return typed.replace(/\\([ntr\\]|u[\dA-Fa-f]{4})/g, (_, name: string) =>
    name.length === 1 ? (named[name] ?? name) : String.fromCharCode(Number.parseInt(name.slice(1), 16)),
  );
}

function codeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** {@link escaped} with marked blanks at both ends, for display only. */
export function visible(text: string): string {
  return escaped(text).replace(/^ +| +$/g, (blanks) => '␣'.repeat(blanks.length));
}
