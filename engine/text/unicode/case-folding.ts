/**
 * Folds case character by character: the result has the same length, and offsets into it are offsets into the text.
 *
 * Each character becomes the lower case of its upper case where both are single characters: so `k` equals the Kelvin
 * sign, `σ` equals `ς`, and `s` equals `ſ`. Where case changes the length the characters stay apart: `ß` equals `ẞ` but
 * not `SS`, and `İ` only itself. The dotless `ı` is no `i`. All this is Unicode's simple case folding (CaseFolding.txt,
 * status C and S), which is also what the flags `iu` of a regular expression mean.
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

/** What each code unit folds to; 0 until it is asked for. */
const folded = new Uint16Array(0x10000);

/** From here on Unicode has symbols, emoji and ideographs, and no letter that has case. */
const firstWithoutCase = 0x1f000;

/** Pairs that are one character written in two ways: their upper case is several characters, and the same. */
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
