import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodedAs, encodings, guessedEncoding } from '#gateway/console/app/session/text-encoding.js';

const utf16le = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'));
const utf16be = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16());

describe('the encoding of a file that is not UTF-8', () => {
  test('is guessed from a byte order mark, or from the NUL bytes of letters', () => {
    assert.equal(guessedEncoding(utf16le('\ufeffпривет')), 'utf-16le');
    assert.equal(guessedEncoding(utf16be('\ufeffпривет')), 'utf-16be');
    assert.equal(guessedEncoding(utf16le('name;age\r\nÄda;36')), 'utf-16le');
    assert.equal(guessedEncoding(utf16be('name;age\r\nÄda;36')), 'utf-16be');
    assert.equal(guessedEncoding(Uint8Array.of(0x63, 0x61, 0x66, 0xe9)), 'windows-1252');
  });

  test('is none for other files with NUL bytes', () => {
    assert.equal(guessedEncoding(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2, 3)), undefined);
    assert.equal(guessedEncoding(Uint8Array.of(...Buffer.from('text with one \0 in it'), 0xff)), undefined);
  });

  test('is one that browsers know', () => {
    for (const [encoding] of encodings) assert.equal(decodedAs(encoding, utf16le('')), '');
    const bytes = Uint8Array.of(0xa4, 0xc4);
    assert.equal(decodedAs('windows-1252', bytes), '¤Ä');
    assert.equal(decodedAs('iso-8859-15', bytes), '€Ä');
    assert.equal(decodedAs('windows-1251', bytes), '¤Д');
    assert.equal(decodedAs('shift_jis', Uint8Array.of(0x93, 0xfa, 0x96, 0x7b)), '日本');
    assert.equal(decodedAs('gb18030', Uint8Array.of(0xd6, 0xd0, 0xce, 0xc4)), '中文');
    assert.equal(decodedAs('utf-16be', utf16be('\ufeffa😀')), 'a😀');
  });
});
