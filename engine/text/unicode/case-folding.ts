/**
 * Folds case character by character. The result has the same length, so offsets into it are offsets into the text.
 *
 * Each character becomes the lower case of its upper case if both are single characters: so `k` equals the Kelvin sign,
 * `σ` equals `ς`, and `s` equals `ſ`. Characters whose length changes with case stay distinct: `ß` equals `ẞ` but not
 * `SS`, and `İ` only itself. The dotless `ı` does not equal `i`. All this is Unicode's simple case folding
 * (CaseFolding.txt, status C and S), which the flags `iu` of a regular expression also use.
 */
export function foldCase(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase();
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const codePoint = text.codePointAt(i) ?? 0;
    if (codePoint <= 0xffff) {
      folded[codePoint] ||= foldCharacter(text.charAt(i)).charCodeAt(0);
      units[i] = folded[codePoint] ?? codePoint;
    } else {
      const pair = String.fromCodePoint(codePoint);
      const character = codePoint < firstWithoutCase ? foldCharacter(pair) : pair;
      units[i] = character.charCodeAt(0);
      units[++i] = character.charCodeAt(1);
    }
  }
  return Buffer.from(units.buffer).toString('utf16le');
}

/** The folded form of each code unit; 0 until it is requested. */
const folded = new Uint16Array(0x10000);

/** From here on Unicode has symbols, emoji and ideographs, but no letters with case. */
const firstWithoutCase = 0x1f000;

/** Pairs that are one character written in two ways: their upper case is the same sequence of several characters. */
const exceptions = new Map([
  ['\u1fd3', '\u0390'],
  ['\u1fe3', '\u03b0'],
  ['\ufb05', '\ufb06'],
  ['ı', 'ı'],
]);

function foldCharacter(character: string): string {
  const exception = exceptions.get(character);
  if (exception !== undefined) return exception;
  const upper = character.toUpperCase();
  const lower = (isSingle(upper) ? upper : character).toLowerCase();
  return isSingle(lower) ? lower : character;
}

function isSingle(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);
}
