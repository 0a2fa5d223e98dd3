type Range = readonly [first: number, last: number];

/** Emoji presentation has no weight at all and follows symbols only. */
const variationSelector16 = 0xfe0f;

/**
 * The characters whose primary weights are determined, in blocks. A whole block is learned when one of its characters
 * occurs: expansions stay within their own block or the first one.
 *
 * Only scripts in which no two letters form a contraction, and Thai, whose contractions are all of one kind: see
 * {@link thaiPrevowels}. That excludes Lao, Tai Viet and New Tai Lue, and the scripts of India and Tibet.
 */
const blocks: readonly Range[][] = [
  [
    [0x0000, 0x017f],
    // Of fractions, as ½.
    [0x2044, 0x2044],
  ],
  [[0x0180, 0x02ff]],
  [
    [0x0370, 0x03ff],
    [0x1f00, 0x1fff],
  ],
  [[0x0400, 0x052f]],
  [
    [0x0531, 0x058f],
    [0x05be, 0x05f4],
    [0x0621, 0x06d5],
    [0x10a0, 0x10ff],
  ],
  [
    [0x0e01, 0x0e39],
    [0x0e3f, 0x0e4c],
    [0x0e4f, 0x0e5b],
  ],
  [[0x1e00, 0x1eff]],
  [
    [0x2000, 0x2043],
    [0x2045, 0x206f],
  ],
  [[0x2070, 0x20cf]],
  [[0x2100, 0x218f]],
  [[0x2190, 0x23ff]],
  [[0x2460, 0x25ff]],
  [
    [0x2600, 0x27bf],
    [variationSelector16, variationSelector16],
  ],
  [[0x1f300, 0x1f5ff]],
  [[0x1f600, 0x1f6ff]],
  [[0x1f900, 0x1faff]],
  [[0x3000, 0x30ff]],
  [[0xff01, 0xff5e]],
];

/** All characters of the blocks that are beyond the Basic Multilingual Plane, and some between them. */
export const emoji = { first: 0x1f300, last: 0x1faff } as const;

/** The Thai vowels that are written before their consonant, and sorted after it. */
export const thaiPrevowels = { first: 0x0e40, last: 0x0e44 } as const;
export const thaiConsonants = { first: 0x0e01, last: 0x0e2e } as const;

/** The modern conjoining jamo: leading consonants, vowels and trailing consonants. */
export const jamo = {
  leading: { first: 0x1100, last: 0x1112 },
  vowel: { first: 0x1161, last: 0x1175 },
  trailing: { first: 0x11a8, last: 0x11c2 },
} as const;

const hangulBlock = Object.values(jamo).map(({ first, last }): Range => [first, last]);

/**
 * Characters whose weight depends on their neighbours: `l·`, and the iteration and length marks of kana. Combining marks
 * and noncharacters as well; characters unknown to this Unicode version are excluded for the sake of the next.
 */
const neverSimple = /[\u00b7\u0387\u0640\u3031-\u3035\u303b\u309b-\u309e\u30fc-\u30fe\p{M}\p{Cn}\p{Co}\p{Cs}]/u;

/** The Hangul syllables, each two or three of the jamo. */
export const hangulFirst = 0xac00;
export const hangulLast = 0xd7a3;

/** Returns the characters that are learned together with one; none if it cannot be learned. */
export function blockOf(codePoint: number): readonly number[] {
  // Each ideograph has one weight, and there are too many to learn them all.
  if (isIdeograph(codePoint)) return charactersIn([[codePoint, codePoint]]);
  if (codePoint >= hangulFirst && codePoint <= hangulLast) return charactersIn(hangulBlock);
  const isIn = ([first, last]: Range) => codePoint >= first && codePoint <= last;
  return charactersIn([...blocks, hangulBlock].find((ranges) => ranges.some(isIn)) ?? []);
}

function isIdeograph(codePoint: number): boolean {
  return (codePoint >= 0x3400 && codePoint <= 0x4dbf) || (codePoint >= 0x4e00 && codePoint <= 0x9fff);
}

function charactersIn(ranges: readonly Range[]): number[] {
  return ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .filter((codePoint) => isSimpleMark(codePoint) || !neverSimple.test(String.fromCodePoint(codePoint)));
}

/** Tests for the marks whose weight depends on no neighbour. Thai vowels above and below are marks, too. */
function isSimpleMark(codePoint: number): boolean {
  return codePoint === variationSelector16 || (codePoint >= 0x0e31 && codePoint <= 0x0e4c);
}
