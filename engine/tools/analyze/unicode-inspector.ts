import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { blockOf } from './unicode-inspector/unicode-blocks.js';
import { categories, categoryOf } from './unicode-inspector/unicode-categories.js';

export default defineTool({
  slug: 'unicode-inspector',
  title: 'Unicode inspector',
  description:
    "Shows the characters of a text one by one, with their code points: line and column, abbreviation if invisible (NBSP, ZWJ), code point, general category, block, UTF-8 bytes in hexadecimal. Categories are those of the Unicode version in the server's Node.js, so newer characters may be unassigned (Cn). Names of characters and of rare blocks are not included.",
  config: Type.Object({
    limit: Type.Integer({
      default: 200,
      minimum: 1,
      maximum: 5000,
      description: 'Maximum number of characters to list; the end says how many more there are',
    }),
    format: Type.Enum(['text', 'json'], {
      default: 'text',
      description: 'text: one line per character, separated by tabs; json: an object with the total and a list',
    }),
    nonAsciiOnly: Type.Boolean({ default: false, description: 'Lists only the characters beyond ASCII' }),
  }),
  examples: [
    {
      input: 'aé\u00a0👍',
      output: [
        '1:1\ta\tU+0061\tLl lowercase letter\tBasic Latin\t61',
        '1:2\té\tU+00E9\tLl lowercase letter\tLatin-1 Supplement\tC3 A9',
        '1:3\tNBSP\tU+00A0\tZs space separator\tLatin-1 Supplement\tC2 A0',
        '1:4\t👍\tU+1F44D\tSo other symbol\tMiscellaneous Symbols and Pictographs\tF0 9F 91 8D',
      ].join('\n'),
    },
    {
      input: 'one\ntwo\u200b three\ufeff',
      config: { nonAsciiOnly: true, limit: 1 },
      output: '2:4\tZWSP\tU+200B\tCf format\tGeneral Punctuation\tE2 80 8B\n… 1 more',
    },
    {
      input: 'e\u0301',
      config: { format: 'json', nonAsciiOnly: true },
      output: `{
  "total": 1,
  "characters": [
    {
      "line": 1,
      "column": 2,
      "character": "\u0301",
      "abbreviation": null,
      "codePoint": "U+0301",
      "category": "Mn",
      "block": "Combining Diacritical Marks",
      "utf8": "CC 81"
    }
  ]
}`,
    },
    { input: '', output: '' },
  ],
  run(input, { limit, format, nonAsciiOnly }) {
    const characters: InspectedCharacter[] = [];
    let total = 0;
    let line = 1;
    let column = 1;
    for (let i = 0; i < input.length; ) {
      const codePoint = input.codePointAt(i) ?? 0;
      i += codePoint > 0xffff ? 2 : 1;
      if (codePoint >= 0x80 || !nonAsciiOnly) {
        if (total < limit) characters.push({ line, column, ...inspect(codePoint) });
        total++;
      }
      const endsLine = codePoint === 0x0a || (codePoint === 0x0d && input.charCodeAt(i) !== 0x0a);
      column = endsLine ? 1 : column + 1;
      if (endsLine) line++;
    }
    if (format === 'json') return JSON.stringify({ total, characters }, null, 2);
    const lines = characters.map(textLine);
    if (total > limit) lines.push(`… ${total - limit} more`);
    return lines.join('\n');
  },
});

type InspectedCharacter = { readonly line: number; readonly column: number } & ReturnType<typeof inspect>;

function inspect(codePoint: number) {
  const character = String.fromCodePoint(codePoint);
  const category = categoryOf(character);
  return {
    character,
    abbreviation: abbreviations.get(codePoint) ?? null,
    codePoint: `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`,
    category,
    block: blockOf(codePoint) ?? null,
    utf8: category === 'Cs' ? null : utf8Bytes(character),
  };
}

function utf8Bytes(character: string): string {
  return Array.from(Buffer.from(character, 'utf8'), (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(
    ' ',
  );
}

function textLine({ line, column, character, abbreviation, codePoint, category, block, utf8 }: InspectedCharacter) {
  const name = `${category} ${categories[category]}`;
  const seen = /^[LNPS]/.test(category) ? character : category.startsWith('M') ? `\u25cc${character}` : '-';
  return [`${line}:${column}`, abbreviation ?? seen, codePoint, name, block ?? '-', utf8 ?? '-'].join('\t');
}

/** Abbreviations by code point. @see https://www.unicode.org/Public/UCD/latest/ucd/NameAliases.txt */
const abbreviations: ReadonlyMap<number, string> = new Map([
  ...'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US SP'
    .split(' ')
    .map((name, code): [number, string] => [code, name]),
  [0x7f, 'DEL'],
  [0x85, 'NEL'],
  [0xa0, 'NBSP'],
  [0xad, 'SHY'],
  [0x034f, 'CGJ'],
  [0x061c, 'ALM'],
  [0x200b, 'ZWSP'],
  [0x200c, 'ZWNJ'],
  [0x200d, 'ZWJ'],
  [0x200e, 'LRM'],
  [0x200f, 'RLM'],
  [0x202a, 'LRE'],
  [0x202b, 'RLE'],
  [0x202c, 'PDF'],
  [0x202d, 'LRO'],
  [0x202e, 'RLO'],
  [0x202f, 'NNBSP'],
  [0x205f, 'MMSP'],
  [0x2060, 'WJ'],
  [0x2066, 'LRI'],
  [0x2067, 'RLI'],
  [0x2068, 'FSI'],
  [0x2069, 'PDI'],
  [0xfe0e, 'VS15'],
  [0xfe0f, 'VS16'],
  [0xfeff, 'ZWNBSP'],
]);
