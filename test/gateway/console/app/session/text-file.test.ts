import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OtherEncoding, readTextFile } from '#gateway/console/app/session/text-file.js';

const read = (parts: (string | Uint8Array<ArrayBuffer>)[], maxCharacters = 100) =>
  readTextFile(new Blob(parts), maxCharacters);

test('a file is read byte for byte, with its line ends, and a later byte order mark', async () => {
  assert.equal(await read(['a\r\nb\rc\n\ufeff😀']), 'a\r\nb\rc\n\ufeff😀');
  assert.equal(await read([]), '');
});

test('a byte order mark at the start is removed', async () => {
  assert.equal(await read([new Uint8Array([0xef, 0xbb, 0xbf]), 'a']), 'a');
});

test('a file that is not UTF-8 is not repaired: it can be read in another encoding', async () => {
  const otherOf = async (parts: (string | Uint8Array<ArrayBuffer>)[], maxCharacters?: number) => {
    const error: unknown = await read(parts, maxCharacters).catch((reason: unknown) => reason);
    assert.ok(error instanceof OtherEncoding, String(error));
    return error;
  };
  const western = await otherOf([new Uint8Array([0x61, 0xe9, 0x62])]);
  assert.deepEqual(
    [western.guess, western.preview('windows-1252'), western.read('windows-1252')],
    ['windows-1252', 'aéb', 'aéb'],
  );
  assert.equal(western.read('windows-1251'), 'aйb');
  const wide = await otherOf([new Uint8Array([0xff, 0xfe, 0x61, 0x00])]);
  assert.deepEqual([wide.guess, wide.read('utf-16le')], ['utf-16le', 'a']);
  assert.throws(() => wide.read('windows-1252'), { message: 'This is not a text file: it has NUL characters.' });
  const unmarked = await otherOf([new Uint8Array([0x61, 0, 0x62, 0])]);
  assert.equal(unmarked.read('utf-16le'), 'ab');
  assert.equal((await otherOf(['a', new Uint8Array([0xe2, 0x82])])).guess, 'windows-1252');
  const long = await otherOf([new Uint8Array(101).fill(0xe9)]);
  assert.throws(() => long.read('windows-1252'), { message: 'The file is too long: at most 100 characters fit.' });
});

test('a file with NUL characters is refused', async () => {
  await assert.rejects(read(['a\u0000b']), { message: 'This is not a text file: it has NUL characters.' });
});

test('the limit is in UTF-16 code units, not in bytes', async () => {
  assert.equal((await read(['漢'.repeat(100)])).length, 100);
  assert.equal((await read(['\ufeff', '漢'.repeat(100)])).length, 100);
  assert.equal((await read(['😀'.repeat(50)])).length, 100);
  const refused = { message: 'The file is too long: at most 100 characters fit.' };
  await assert.rejects(read(['a'.repeat(101)]), refused);
  await assert.rejects(read(['😀'.repeat(51)]), refused);
});

test('a file that is far too long is not read', async () => {
  const film = new Blob(['a'.repeat(304)]);
  film.arrayBuffer = () => assert.fail('it was read');
  await assert.rejects(readTextFile(film, 100), /too long: at most 100 characters/);
});

test('a read error is reported', async () => {
  const folder = new Blob(['a']);
  folder.arrayBuffer = () => Promise.reject(new Error('NotReadableError'));
  await assert.rejects(readTextFile(folder, 100), /^Error: The file cannot be read\./);
});
