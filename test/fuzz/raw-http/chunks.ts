import {
  broken,
  either,
  forgivenByUws,
  type RawCase,
  refusedByUws,
  type SoundRequests,
  wellFramed,
} from './raw-case.js';

const twoBytes =
  'uWebSockets.js skips two bytes after a chunk unchecked, accepts any space as the end of a size, and ends at a size ' +
  'of 0; the connection closes after the response, so what follows is not a request';
const noExtras = 'uWebSockets.js does not support chunk extensions and trailers';

/** The chunks of a body (RFC 9112 section 7.1). */
export function chunkedBodies(sound: SoundRequests): RawCase[] {
  const { work, workHex: size, hidden } = sound;
  const end = '\r\n0\r\n\r\n';
  const sized = (text: string) => sound.chunked(`${text}\r\n${work}${end}`);
  const forgiven = (name: string, chunks: string) => broken(name, sound.chunked(chunks), forgivenByUws(twoBytes));
  const split = (sent: readonly string[]) => [sound.chunked(''), ...sent];
  return [
    wellFramed('one chunk', sized(size)),
    wellFramed('two chunks', sound.chunked(`2\r\n${work.slice(0, 2)}\r\n22\r\n${work.slice(2)}${end}`)),
    wellFramed('chunks of one byte', sound.chunked(`${[...work].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`)),
    wellFramed('leading zeros of a size', sized(`0000${size}`)),
    wellFramed('thirty leading zeros', sized(`${'0'.repeat(30)}${size}`)),
    wellFramed('a last chunk of three zeros', sound.chunked(`${size}\r\n${work}\r\n000\r\n\r\n`)),
    wellFramed('a size in capitals', sound.chunked(`2C\r\n${work}${' '.repeat(8)}${end}`)),
    wellFramed('no chunk but the last', sound.chunked('0\r\n\r\n'), [400]),
    wellFramed('a request in a chunk', sound.chunked(`${hidden.length.toString(16)}\r\n${hidden}${end}`), [400]),
    wellFramed(
      'chunks in pieces',
      split(['2', '4\r', `\n${work.slice(0, 3)}`, work.slice(3), '\r', '\n0', '\r\n', '\r\n']),
    ),
    wellFramed('an extension', sized(`${size};a=b`), [200], refusedByUws(noExtras)),
    wellFramed('a quoted extension', sized(`${size};a="b;c"`), [200], refusedByUws(noExtras)),
    wellFramed('an extension of 3,000 bytes', sized(`${size};${'a'.repeat(3_000)}`), [200], refusedByUws(noExtras)),
    wellFramed(
      'an extension of the last chunk',
      sound.chunked(`${size}\r\n${work}\r\n0;a\r\n\r\n`),
      [200],
      refusedByUws(noExtras),
    ),
    wellFramed('a trailer', sound.chunked(`${size}\r\n${work}\r\n0\r\nX-T: a\r\n\r\n`), [200], refusedByUws(noExtras)),
    wellFramed(
      'a trailer with a key does not replace the key',
      sound.chunked(`${size}\r\n${work}\r\n0\r\nx-api-key: a\r\n\r\n`),
      [200],
      refusedByUws(noExtras),
    ),
    broken('an extension of 20,000 bytes', sized(`${size};${'a'.repeat(20_000)}`)),
    either('an extension after a space', sized(`${size} ;a=b`)),
    ...['a\nb', 'a\rb', 'a\0b', 'a\r\r\nb'].map((extension) =>
      broken(`the extension ${JSON.stringify(extension)}`, sized(`${size};${extension}`)),
    ),
    broken('an extension without a name', sized(`${size};`)),
    broken('a trailer that frames', sound.chunked(`${size}\r\n${work}\r\n0\r\nContent-Length: 5\r\n\r\n`)),
    broken('a trailer with a space in its name', sound.chunked(`${size}\r\n${work}\r\n0\r\nX T: a\r\n\r\n`)),
    broken('a trailer that ends with LF only', sound.chunked(`${size}\r\n${work}\r\n0\r\nX: a\n\r\n`)),
    broken('trailers of 20,000 bytes', sound.chunked(`${size}\r\n${work}\r\n0\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)),
    ...[
      `0x${size}`,
      `+${size}`,
      `-${size}`,
      '-1',
      `${size},`,
      `${size}h`,
      'g',
      'size',
      '2\x004',
      `'${size}'`,
      '\xb2',
    ].map((text) => broken(`a chunk of size ${JSON.stringify(text)}`, sized(text))),
    broken('no size', sized('')),
    broken('a space before a size', sized(` ${size}`)),
    ...[
      '8000000',
      '10000000',
      '100000000',
      `1000000${size}`,
      `10000000${size}`,
      `100000000${size}`,
      `10000000000000${size}`,
      '7fffffffffffffff',
      '8000000000000000',
      'ffffffffffffffff',
      '10000000000000000',
      `100000000000000${size}`,
      `f${'0'.repeat(40)}`,
    ].map((text) => broken(`a chunk of size ${text}`, sized(text))),
    broken('a size too small', sized('5')),
    broken('CR only after a size', sound.chunked(`${size}\r${work}${end}`)),
    ...['+0', '-0', '0x0'].map((last) =>
      broken(`a last chunk of size ${last}`, sound.chunked(`${size}\r\n${work}\r\n${last}\r\n\r\n`)),
    ),
    forgiven('a size too large by one', `25\r\n${work}${end}`),
    forgiven('a space after a size', `${size} \r\n${work}${end}`),
    forgiven('a tab after a size', `${size}\t\r\n${work}${end}`),
    forgiven('LF only after a size', `${size}\n${work}${end}`),
    forgiven('CR CR LF after a size', `${size}\r\r\n${work}${end}`),
    forgiven('LF only around all chunks', `${size}\n${work}\n0\n\n`),
    forgiven('LF only after a chunk', `${size}\r\n${work}\n0\r\n\r\n`),
    forgiven('nothing after a chunk', `${size}\r\n${work}0\r\n\r\n`),
    forgiven('two letters after a chunk', `${size}\r\n${work}xx0\r\n\r\n`),
    forgiven('an empty line after a chunk', `${size}\r\n${work}\r\n\r\n0\r\n\r\n`),
    forgiven('a space before the last size', `${size}\r\n${work}\r\n 0\r\n\r\n`),
    forgiven('a space after the last size', `${size}\r\n${work}\r\n0 \r\n\r\n`),
    forgiven('LF only at the end', `${size}\r\n${work}\r\n0\r\n\n`),
    forgiven('two letters at the end', `${size}\r\n${work}\r\n0\r\nab`),
    broken('a request in the place of the end', sound.chunked(`${size}\r\n${work}\r\n0\r\n${hidden}`)),
    broken('a request after a chunk that is not closed', sound.chunked(`${size}\r\n${work}0\r\n\r\n${hidden}`)),
    wellFramed('a request after a chunked one, whose response ends the connection', sized(size) + hidden, [200], {
      exceptions: { uws: { does: 'refuses', why: 'a second request ends the connection immediately' } },
    }),
  ];
}
