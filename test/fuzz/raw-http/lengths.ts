import {
  broken,
  either,
  forgivenByUws,
  type RawCase,
  refusedByNode,
  type SoundRequests,
  wellFramed,
} from './raw-case.js';

const strictTabs = 'the parser of Node.js accepts spaces, but not tabs, after a transfer coding';

/** Content-Length and Transfer-Encoding (RFC 9112 section 6). */
export function bodyLengths(sound: SoundRequests): RawCase[] {
  const { work, workHex, hidden } = sound;
  const length = (value: string, body = work) => sound.postHead(`Content-Length: ${value}\r\n`) + body;
  const chunks = `${workHex}\r\n${work}\r\n0\r\n\r\n`;
  const coding = (value: string) => sound.chunked(chunks, `Transfer-Encoding: ${value}\r\n`);
  const framed = (fields: string, body: string) => sound.postHead(fields) + body;
  // Its parser treats signed characters below the space as white space, and removes them from the value.
  const trimmed = forgivenByUws('the library trims bytes from 0x80 upwards at both ends of a value');
  return [
    broken('a byte over 127 after the length', length('36\xff'), trimmed),
    broken('a byte over 127 before the length', length('\x8036'), trimmed),
    broken('a byte over 127 after the coding', coding('chunked\xff'), trimmed),
    broken('a byte over 127 before the coding', coding('\x80chunked'), trimmed),
    broken('a byte over 127 in the length', length('3\xff6')),
    broken('a byte over 127 in the coding', coding('chun\xffked')),
    wellFramed('Content-Length', length('36')),
    wellFramed('leading zeros', length('036')),
    wellFramed('nine digits', length('000000036')),
    wellFramed('spaces around the length', length('  36  ')),
    wellFramed('tabs around the length', length('\t36\t')),
    wellFramed('Content-Length in capitals', framed('CONTENT-LENGTH: 36\r\n', work)),
    wellFramed('a length of zero', length('0', ''), [400]),
    wellFramed('no length', framed('', ''), [400]),
    wellFramed('a length over the limit', length('99999999', ''), [413]),
    wellFramed('a length far over the limit', length('999999999', ''), [413]),
    wellFramed('a length shorter than the JSON', length('2', '{}'), [400]),
    wellFramed('a GET with a body', sound.get(`Content-Length: ${hidden.length}\r\n`) + hidden),
    wellFramed('a request in the body of another', sound.post('', hidden), [400]),
    wellFramed(
      'a request in a body that nobody reads',
      sound.requestLine('POST /v1/run HTTP/1.1', `Content-Length: ${hidden.length}\r\n`) + hidden,
      [401],
    ),
    wellFramed(
      'a request in the body of an unknown path',
      sound.requestLine('POST /none HTTP/1.1', `Content-Length: ${hidden.length}\r\n`) + hidden,
      [404],
    ),
    wellFramed(
      'a request in the body of a preflight',
      sound.requestLine('OPTIONS /v1/run HTTP/1.1', `Content-Length: ${hidden.length}\r\n`) + hidden,
      [204],
    ),
    ...[
      '+36',
      '-36',
      '-1',
      '-0',
      '+0',
      '0x24',
      '0b1',
      '36.0',
      '3.6e1',
      '3 6',
      '36 36',
      '36,36',
      '36, 36',
      '36, 0',
      '36;',
      '36;a',
      '"36"',
      '36a',
      'a36',
      'a',
      ',36',
      '36,',
      '',
      '\x0b36',
      '36\x0b',
      '36\0',
      '\xb2',
      '18446744073709551652',
      '18446744073709551615',
      '9223372036854775807',
      '99999999999999999999999999',
    ].map((value) => broken(`Content-Length: ${JSON.stringify(value)}`, length(value))),
    // Valid by the grammar, but refused: no body needs a length with that many digits.
    ...['00000000036', '1000000000', '4294967295', '4294967332', '99999999999'].map((value) =>
      either(`Content-Length: ${value}`, length(value)),
    ),
    broken('two lengths that agree', framed('Content-Length: 36\r\nContent-Length: 36\r\n', work)),
    broken('two lengths that differ', framed('Content-Length: 36\r\nContent-Length: 0\r\n', work)),
    broken(
      'two lengths, a request after the shorter',
      framed(`Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n`, hidden),
    ),
    broken(
      'a second length far after',
      framed(`Content-Length: 36\r\n${'x: a\r\n'.repeat(50)}Content-Length: 0\r\n`, work),
    ),
    broken('three lengths', framed('Content-Length: 36\r\n'.repeat(3), work)),
    broken('a space before the colon', framed('Content-Length : 36\r\n', work)),
    broken('bytes after a body', length('2', '{}"'), { statuses: [400] }),
    broken('a body that is longer than its length', length('5'), { statuses: [400] }),
    broken('a body without a length', framed('', work), { statuses: [400] }),
    broken('a name that only looks like it', framed('Content_Length: 36\r\n', work), { statuses: [400] }),

    wellFramed('chunked', coding('chunked')),
    wellFramed('spaces around chunked', coding('  chunked  ')),
    wellFramed('a tab before chunked', coding('\tchunked')),
    wellFramed('a tab after chunked', coding('chunked\t'), [200], refusedByNode(strictTabs)),
    wellFramed('a GET with a chunked body', sound.get('Transfer-Encoding: chunked\r\n') + chunks),
    wellFramed(
      'a preflight with a chunked body',
      sound.requestLine('OPTIONS /v1/run HTTP/1.1', 'Transfer-Encoding: chunked\r\n') + chunks,
      [204],
    ),
    // Codings are case-insensitive (RFC 9112 section 7). Textmill accepts only `chunked`.
    ...['Chunked', 'CHUNKED', 'gzip, chunked', 'deflate, chunked', ',chunked'].map((value) =>
      either(`Transfer-Encoding: ${JSON.stringify(value)}`, coding(value)),
    ),
    ...[
      'chunked, chunked',
      'chunked, gzip',
      'chunked,',
      'gzip',
      'deflate',
      'identity',
      'xchunked',
      'chunkedx',
      'x, y',
      'chun ked',
      '"chunked"',
      'chunked;a=b',
      'chunked; q=1',
      'trailers',
      '',
      '\x0bchunked',
      'chunked\x0b',
      'chunked\0',
      'chunked\x0c',
      'c\xa1hunked',
    ].map((value) => broken(`Transfer-Encoding: ${JSON.stringify(value)}`, coding(value))),
    broken('Transfer-Encoding twice', sound.chunked(chunks, 'Transfer-Encoding: chunked\r\n'.repeat(2))),
    broken(
      'identity, then chunked in a field of its own',
      sound.chunked(chunks, 'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n'),
    ),
    broken(
      'chunked before Content-Length',
      sound.chunked(chunks, 'Transfer-Encoding: chunked\r\nContent-Length: 36\r\n'),
    ),
    broken(
      'Content-Length before chunked',
      sound.chunked(chunks, `Content-Length: ${chunks.length}\r\nTransfer-Encoding: chunked\r\n`),
    ),
    broken(
      'both, a request after the last chunk',
      framed(`Content-Length: ${5 + hidden.length}\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${hidden}`),
    ),
    broken(
      'both, a request after a length of 0',
      framed(
        'Content-Length: 0\r\nTransfer-Encoding: chunked\r\n',
        `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
      ),
    ),
    broken('a space before its colon', sound.chunked(chunks, 'Transfer-Encoding : chunked\r\n')),
    broken('a folded coding', sound.chunked(chunks, 'Transfer-Encoding:\r\n chunked\r\n')),
    broken('chunked in HTTP/1.0', coding('chunked').replace('HTTP/1.1', 'HTTP/1.0')),
    broken('a coding by a name that only looks like it', sound.chunked(chunks, 'Transfer_Encoding: chunked\r\n'), {
      statuses: [400],
    }),
  ];
}
