import { changed } from './sanitize-bodies.js';
import { SmallRandom } from './small-random.js';

/** What lines are made of. */
const scripts: Readonly<Record<string, readonly string[]>> = {
  'ASCII words': [...'abcdeABCDE', 'the', 'The', 'word', 'Word', ' ', ' ', '-'],
  'two letters': [...'aA'],
  ASCII: Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  'digits and signs': [...'0123456789', ...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ \t'],
  accents: [...'aàáâãäåeèéêëAÀÉoòöøOØn', 'ñ', 'č', 'ž', 'ł', 'đ', ' '],
  German: [...'abeostuäöüßÄÖÜSẞ', 'ss', 'SS', 'ae', ' ', '-'],
  Cyrillic: [...'абвгдеёжиАБВЕЁЖИй', 'й', ' ', ','],
  Greek: [...'αάβγεέσςΣηήΑΆΒ', ' '],
  expansions: [...'aeoæœÆŒﬁſĳŉ½¼…ªº²³', 'ae', 'oe', 'fi', '1', ' '],
  contractions: [...'lL·aŀĿ', 'l·', 'e\u0301', 'é', 'e', '\u0301', '\u0328', 'ǫ'],
  marks: ['a', 'b', '\u0301', '\u0323', '\u0308', 'ạ', 'x'.repeat(12), '\u0301'.repeat(40)],
  Asia: [...'日本語文字列処理カタガギかがきぎー一二三한국어문장가각갂', 'ｶﾞ', ' '],
  Thai: [...'กขคเแโใไะาิีึุู่้๊๋์ำฤๅ', 'เก', 'แข', ' ', 'a'],
  'Hebrew and Arabic': [...'אבגדהוּשׁبتثجحخأإآة ', 'a', '1'],
  emoji: ['😀', '👍🏽', '🚀', '👩‍💻', '✅', '⏱️', '🇫🇷', 'a', 'b', ' ', '\u{1d400}', '\u{20000}'],
  'white space': [...'ab \t\v\f\u00a0\u1680\u2000\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff\u0085'],
  invisible: [...'ab\0\x01\x7f\u00ad\u200b\u200d\u034f\u2060\ufe0f', 'é', 'É'],
  other: [...'ªͰϐѢ԰աბᎠẠἀℵ→①■☀⠁ⰰ々〆ꙀꜢﬀＡ', 'ნ', '\ue000', '\uffff', '\ufffd'],
};

/** What the lines of random requests are made of. */
export const alphabets: Readonly<Record<string, readonly string[]>> = {
  ...scripts,
  mixed: Object.values(scripts).flat(),
};

const lineEnds = ['\n', '\n', '\n', '\r\n', '\r'];

/** Returns a random request of `sort-dedupe`, whose lines are made of some parts. A few are malformed. */
export function sortBody(seed: number, parts: readonly string[]): Buffer {
  const random = new SmallRandom(seed);
  const lines = linesOf(random, parts);
  const source = random.oneIn(2) ? { lines: elementsOf(random, lines) } : { input: textOf(random, lines) };
  const options: Record<string, unknown> = {};
  for (const name of ['trimLines', 'dropBlank', 'dedupe', 'ignoreCase', 'sort']) {
    if (random.oneIn(3)) options[name] = random.oneIn(2);
  }
  if (random.oneIn(3)) options.direction = random.pick(['asc', 'desc']);
  const isFirst = !random.oneIn(8);
  let json = JSON.stringify(isFirst ? { ...source, ...options } : { ...options, ...source });
  if (random.oneIn(6)) json = escaped(random, json);
  if (random.oneIn(2)) json = json.padEnd(200);
  const bytes = Buffer.from(json);
  return random.oneIn(20) ? changed(random, bytes) : bytes;
}

/** Returns some random lines, some of them repeated. */
export function linesOf(random: SmallRandom, parts: readonly string[]): string[] {
  const most = random.oneIn(40) ? 300 : random.oneIn(4) ? 40 : 6;
  const longest = random.pick([1, 3, 6, 15, 40]);
  const line = (most: number): string => random.several(most, () => random.pick(parts)).join('');
  const prefix = random.oneIn(4) ? line(30) : '';
  const lines: string[] = [];
  for (let count = 1 + random.below(most); count > 0; count--) {
    lines.push(lines.length > 0 && random.oneIn(6) ? random.pick(lines) : prefix + line(longest));
  }
  return lines;
}

/** Sometimes an element is several lines. */
function elementsOf(random: SmallRandom, lines: readonly string[]): readonly string[] {
  if (!random.oneIn(4)) return lines;
  return lines.map((line) =>
    random.oneIn(3) ? `${line}${random.pick(lineEnds)}${random.pick(['', 'b', '\n'])}` : line,
  );
}

/** Joins lines, sometimes by several line ends. */
export function textOf(random: SmallRandom, lines: readonly string[]): string {
  const isMixed = random.oneIn(4);
  const usual = random.pick(lineEnds);
  const text = lines.map((line) => line + (isMixed ? random.pick(lineEnds) : usual)).join('');
  return random.oneIn(2) ? text : text.slice(0, -usual.length);
}

/** Writes some of the characters beyond ASCII, and letters, as escapes. */
export function escaped(random: SmallRandom, json: string): string {
  return json.replace(/(?<!\\)[^\0-\x7f](?![\udc00-\udfff])/g, (character) =>
    random.oneIn(2) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
