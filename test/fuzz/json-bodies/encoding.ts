import { type BodyTable, bytes, runBody } from '../../support/json-bodies.js';

const notJson = 'Invalid JSON body';
const good = runBody('"a"');
const bom = [0xef, 0xbb, 0xbf];

/** Returns a body with bytes in the middle of its input, between letters. */
const around = (...inner: number[]) => bytes('{"input":"a', inner, 'b","steps":["upper-case"]}');

/** UTF-16 with the high byte first. */
function utf16be(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le').swap16();
}

function utf32le(text: string): Uint8Array {
  const units = Uint32Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return new Uint8Array(units.buffer);
}

/** Bodies that are not UTF-8, and characters of every length that are. */
export const encoding: readonly BodyTable[] = [
  {
    endpoint: 'run',
    status: 400,
    rows: [
      ['two byte order marks', bytes(bom, bom, good), notJson],
      ['a byte order mark and nothing', bytes(bom), notJson],
      ['UTF-16, low byte first', Buffer.from(good, 'utf16le'), notJson],
      ['UTF-16, low byte first, with a mark', bytes([0xff, 0xfe], [...Buffer.from(good, 'utf16le')]), notJson],
      ['UTF-16, high byte first', utf16be(good), notJson],
      ['UTF-16, high byte first, with a mark', bytes([0xfe, 0xff], [...utf16be(good)]), notJson],
      ['UTF-32', utf32le(good), notJson],
      ['Latin-1', Buffer.from(runBody('"é"'), 'latin1'), notJson],
      ['compressed', bytes([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3]), notJson],
      ['a bad byte in front', bytes([0xff], good), notJson],
      ['a bad byte at the end', bytes(good, [0xff]), notJson],
      ['a bad byte in a name', bytes('{"inp', [0xff], 'ut":"a","steps":[]}'), notJson],
      ['a bad byte in a slug', bytes('{"input":"a","steps":["upper', [0xff], 'case"]}'), notJson],
      ['a bad byte in white space', bytes('{', [0xa0], good.slice(1)), notJson],
      ['a bad byte in a field that does not exist', bytes('{"x":"', [0xc3], '"}'), notJson],
      ['a continuation byte alone', around(0x80), notJson],
      ['the last continuation byte alone', around(0xbf), notJson],
      ['two bytes without the second', around(0xc3), notJson],
      ['three bytes without the third', around(0xe2, 0x82), notJson],
      ['three bytes without the second', around(0xe2), notJson],
      ['four bytes without the fourth', around(0xf0, 0x9f, 0x98), notJson],
      ['four bytes without the third', around(0xf0, 0x9f), notJson],
      ['two bytes with a bad second', around(0xc3, 0xc3), notJson],
      ['three bytes with a bad third', around(0xe2, 0x82, 0x41), notJson],
      ['a character with a continuation byte too many', around(0xc3, 0xa9, 0xa9), notJson],
      ['a slash in two bytes', around(0xc0, 0xaf), notJson],
      ['U+007F in two bytes', around(0xc1, 0xbf), notJson],
      ['a slash in three bytes', around(0xe0, 0x80, 0xaf), notJson],
      ['U+07FF in three bytes', around(0xe0, 0x9f, 0xbf), notJson],
      ['a slash in four bytes', around(0xf0, 0x80, 0x80, 0xaf), notJson],
      ['U+FFFF in four bytes', around(0xf0, 0x8f, 0xbf, 0xbf), notJson],
      ['NUL in two bytes, as Java has it', around(0xc0, 0x80), notJson],
      ['a quote in two bytes', around(0xc0, 0xa2), notJson],
      ['the first high surrogate in bytes', around(0xed, 0xa0, 0x80), notJson],
      ['the last low surrogate in bytes', around(0xed, 0xbf, 0xbf), notJson],
      ['a pair of surrogates in bytes (CESU-8)', around(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80), notJson],
      ['beyond U+10FFFF', around(0xf4, 0x90, 0x80, 0x80), notJson],
      ['the lead byte F5', around(0xf5, 0x80, 0x80, 0x80), notJson],
      ['five bytes', around(0xf8, 0x88, 0x80, 0x80, 0x80), notJson],
      ['six bytes', around(0xfc, 0x84, 0x80, 0x80, 0x80, 0x80), notJson],
      ['FE', around(0xfe), notJson],
      ['a bad byte after 100,000 good ones', () => bytes(runBody(`"${'é'.repeat(100_000)}"`), [0x80]), notJson],
    ],
  },
  {
    endpoint: 'run',
    status: 200,
    rows: [
      ['the first and last of two bytes', runBody('"\u0080\u07ff"'), '\u0080\u07ff'],
      ['the first and last of three bytes', runBody('"\u0800\uffff"'), '\u0800\uffff'],
      ['the characters around the surrogates', runBody('"\ud7ff\ue000"'), '\ud7ff\ue000'],
      ['the first and last of four bytes', runBody('"\u{10000}\u{10ffff}"'), '\u{10000}\u{10ffff}'],
      ['a byte order mark before it', bytes(bom, runBody('"a"')), 'A'],
      ['a byte order mark within the text', runBody('"\ufeffa"'), '\ufeffA'],
      ['a replacement character of the user', runBody('"\ufffd"'), '\ufffd'],
      ['noncharacters', runBody('"\ufdd0\ufffe"'), '\ufdd0\ufffe'],
      ['NUL escaped', runBody('"a\\u0000b"'), 'A\0B'],
      ['a high surrogate alone, escaped', runBody('"a\\ud800b"'), 'A\ud800B'],
      ['a low surrogate alone, escaped', runBody('"a\\udfffb"'), 'A\udfffB'],
      ['surrogates in the wrong order, escaped', runBody('"\\ude00\\ud83d"'), '\ude00\ud83d'],
      ['a pair of surrogates, escaped', runBody('"\\ud83d\\ude00"'), '😀'],
      ['a pair of which one is escaped is none', runBody('"\\ud83d😀"'), '\ud83d😀'],
      ['a character of two code points, not composed', runBody('"e\u0301"'), 'E\u0301'],
    ],
  },
  {
    endpoint: 'sort-dedupe',
    status: 200,
    rows: [
      ['surrogates alone are lines', '{"lines":["\\udc00","\\ud800","\\udc00"]}', '\ud800\n\udc00'],
      ['NUL is not white space', '{"lines":["\\u0000"," \\u0000 "]}', '\0'],
      ['a byte order mark is white space', '{"lines":["\ufeffa","a"]}', 'a'],
    ],
  },
  {
    endpoint: 'sanitize',
    status: 200,
    rows: [
      ['a surrogate alone stays', '{"url":"http://a/?\\ud800=1&utm_source=x"}', 'http://a/?\ud800=1'],
      ['a malformed percent escape is kept', '{"url":"http://a/?%ff=%zz&gclid=%"}', 'http://a/?%ff=%zz'],
    ],
  },
];
