/**
 * First and last code point and name of the most common blocks.
 *
 * @see https://www.unicode.org/Public/UCD/latest/ucd/Blocks.txt
 */
const table = `
0000 007F Basic Latin
0080 00FF Latin-1 Supplement
0100 017F Latin Extended-A
0180 024F Latin Extended-B
0250 02AF IPA Extensions
02B0 02FF Spacing Modifier Letters
0300 036F Combining Diacritical Marks
0370 03FF Greek and Coptic
0400 04FF Cyrillic
0500 052F Cyrillic Supplement
0530 058F Armenian
0590 05FF Hebrew
0600 06FF Arabic
0700 074F Syriac
0750 077F Arabic Supplement
0780 07BF Thaana
07C0 07FF NKo
0900 097F Devanagari
0980 09FF Bengali
0A00 0A7F Gurmukhi
0A80 0AFF Gujarati
0B00 0B7F Oriya
0B80 0BFF Tamil
0C00 0C7F Telugu
0C80 0CFF Kannada
0D00 0D7F Malayalam
0D80 0DFF Sinhala
0E00 0E7F Thai
0E80 0EFF Lao
0F00 0FFF Tibetan
1000 109F Myanmar
10A0 10FF Georgian
1100 11FF Hangul Jamo
1200 137F Ethiopic
13A0 13FF Cherokee
1400 167F Unified Canadian Aboriginal Syllabics
1780 17FF Khmer
1800 18AF Mongolian
1D00 1D7F Phonetic Extensions
1DC0 1DFF Combining Diacritical Marks Supplement
1E00 1EFF Latin Extended Additional
1F00 1FFF Greek Extended
2000 206F General Punctuation
2070 209F Superscripts and Subscripts
20A0 20CF Currency Symbols
20D0 20FF Combining Diacritical Marks for Symbols
2100 214F Letterlike Symbols
2150 218F Number Forms
2190 21FF Arrows
2200 22FF Mathematical Operators
2300 23FF Miscellaneous Technical
2400 243F Control Pictures
2460 24FF Enclosed Alphanumerics
2500 257F Box Drawing
2580 259F Block Elements
25A0 25FF Geometric Shapes
2600 26FF Miscellaneous Symbols
2700 27BF Dingbats
2800 28FF Braille Patterns
2C60 2C7F Latin Extended-C
2E80 2EFF CJK Radicals Supplement
3000 303F CJK Symbols and Punctuation
3040 309F Hiragana
30A0 30FF Katakana
3100 312F Bopomofo
3130 318F Hangul Compatibility Jamo
3200 32FF Enclosed CJK Letters and Months
3300 33FF CJK Compatibility
3400 4DBF CJK Unified Ideographs Extension A
4E00 9FFF CJK Unified Ideographs
A000 A48F Yi Syllables
A720 A7FF Latin Extended-D
AB30 AB6F Latin Extended-E
AC00 D7AF Hangul Syllables
D800 DB7F High Surrogates
DB80 DBFF High Private Use Surrogates
DC00 DFFF Low Surrogates
E000 F8FF Private Use Area
F900 FAFF CJK Compatibility Ideographs
FB00 FB4F Alphabetic Presentation Forms
FB50 FDFF Arabic Presentation Forms-A
FE00 FE0F Variation Selectors
FE30 FE4F CJK Compatibility Forms
FE70 FEFF Arabic Presentation Forms-B
FF00 FFEF Halfwidth and Fullwidth Forms
FFF0 FFFF Specials
1D400 1D7FF Mathematical Alphanumeric Symbols
1F100 1F1FF Enclosed Alphanumeric Supplement
1F200 1F2FF Enclosed Ideographic Supplement
1F300 1F5FF Miscellaneous Symbols and Pictographs
1F600 1F64F Emoticons
1F680 1F6FF Transport and Map Symbols
1F900 1F9FF Supplemental Symbols and Pictographs
1FA70 1FAFF Symbols and Pictographs Extended-A
20000 2A6DF CJK Unified Ideographs Extension B
E0000 E007F Tags
E0100 E01EF Variation Selectors Supplement
F0000 FFFFF Supplementary Private Use Area-A
100000 10FFFF Supplementary Private Use Area-B
`;

interface Block {
  readonly first: number;
  readonly last: number;
  readonly name: string;
}

const blocks: readonly Block[] = Array.from(
  table.matchAll(/^([0-9A-F]+) ([0-9A-F]+) (.+)$/gm),
  ([, first = '', last = '', name = '']) => ({
    first: Number.parseInt(first, 16),
    last: Number.parseInt(last, 16),
    name,
  }),
);

/** Returns the Unicode block of a code point; undefined if it is in a rare block that is not listed here. */
export function blockOf(codePoint: number): string | undefined {
  return blocks.find(({ first, last }) => codePoint >= first && codePoint <= last)?.name;
}
