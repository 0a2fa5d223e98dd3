import {
  broken,
  either,
  forgivenByUws,
  type RawCase,
  refusedByUws,
  type SoundRequests,
  wellFramed,
} from './raw-case.js';

const preface = 'uWebSockets.js accepts the PROXY protocol from every client; its address is not used';

/** Other protocols, upgrades and expectations. */
export function otherProtocols(sound: SoundRequests): RawCase[] {
  const { work } = sound;
  const get = sound.get();
  const upgrade = 'Connection: Upgrade\r\nUpgrade: a\r\n';
  const websocket =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  const proxied = `\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\x7f\0\0\x02\x7f\0\0\x01\0\x01\0\x02${get}`;
  return [
    broken('a TLS hello', `\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${'\0\x11'.repeat(256)}`),
    broken('an SSL 2 hello', '\x80\x2e\x01\0\x02\0\x15\0\0\0\x10'),
    broken('the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'),
    broken('SSH', 'SSH-2.0-OpenSSH_9.6\r\n'),
    broken('SMTP', 'EHLO a\r\nMAIL FROM:<a@b>\r\n'),
    broken('Redis', '*1\r\n$4\r\nPING\r\n'),
    broken('Redis, inline', 'CONFIG SET dir /tmp\r\n'),
    broken('memcached', 'stats\r\n'),
    broken('MySQL', '\x4a\0\0\0\x0a8.0.36\0'),
    broken('PostgreSQL', '\0\0\0\x08\x04\xd2\x16\x2f'),
    broken('SOCKS', '\x05\x01\0'),
    broken('RTSP', sound.requestLine('OPTIONS rtsp://a/ RTSP/1.0')),
    broken('SIP', sound.requestLine('INVITE sip:a@b SIP/2.0')),
    broken('an ICAP request', sound.requestLine('REQMOD icap://a/ ICAP/1.0')),
    broken('HTTP/0.9', 'GET /v1/tools/upper-case\r\n'),
    broken('HTTP/0.9 with an empty line', 'GET /v1/tools/upper-case\r\n\r\n'),
    broken('the PROXY protocol, version 1', `PROXY TCP4 127.0.0.2 127.0.0.1 1 2\r\n${get}`),
    broken('the PROXY protocol, version 2', proxied, forgivenByUws(preface)),
    broken('a word', 'hello\r\n'),
    broken('a word without line end', 'hello'),
    broken('JSON', work),
    broken('HTML', '<!doctype html><title>a</title>'),
    broken('a UTF-8 byte order mark', `\xef\xbb\xbf${get}`),
    broken('UTF-16', [...get].map((character) => `\0${character}`).join('')),
    broken('nothing', ''),
    broken('line ends', '\r\n'.repeat(100)),
    broken('spaces', ' '.repeat(10_000)),
    broken('NUL', '\0'.repeat(10_000)),
    broken('every byte', Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('')),
    broken('bytes beyond ASCII', '\xff\xfe\x80\xc0'.repeat(5_000)),
    broken('a megabyte of letters', 'a'.repeat(1_000_000)),

    wellFramed('a WebSocket handshake', sound.get(websocket)),
    wellFramed(
      'an upgrade to HTTP/2',
      sound.get('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n'),
    ),
    wellFramed('an upgrade with a body', sound.post(upgrade)),
    wellFramed(
      'a chunked upgrade',
      sound.chunked(`24\r\n${work}\r\n0\r\n\r\n`, `${upgrade}Transfer-Encoding: chunked\r\n`),
    ),
    wellFramed('Upgrade without Connection', sound.get('Upgrade: a\r\n')),
    wellFramed(
      'WebSocket frames after a handshake without a response',
      sound.get(websocket) + sound.hidden,
      [200],
      refusedByUws('a second request ends the connection immediately'),
    ),

    wellFramed('Expect: 100-continue', [sound.postHead('Expect: 100-continue\r\nContent-Length: 36\r\n'), work]),
    wellFramed('Expect: 100-continue with the body', sound.post('Expect: 100-continue\r\n')),
    wellFramed('Expect: 100-continue without a body', sound.get('Expect: 100-continue\r\n')),
    wellFramed(
      'an expectation after a request without a response yet',
      get + sound.post('Expect: 100-continue\r\n'),
      [200, 200],
      refusedByUws('a second request ends the connection immediately'),
    ),
    wellFramed('Expect: 100-continue twice', sound.post('Expect: 100-continue\r\nExpect: 100-continue\r\n')),
    wellFramed('Expect in another case', sound.post('Expect: 100-Continue\r\n')),
    wellFramed('another expectation', sound.post('Expect: 200-ok\r\n')),
    wellFramed('an empty expectation', sound.post('Expect:\r\n')),
    wellFramed('an expectation and a chunked body', [
      sound.chunked('', 'Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n'),
      `24\r\n${work}\r\n0\r\n\r\n`,
    ]),
    wellFramed(
      'an expectation without a key',
      sound.requestLine('POST /v1/run HTTP/1.1', 'Expect: 100-continue\r\nContent-Length: 5\r\n'),
      [401],
    ),
    broken('an expectation and broken framing', sound.postHead('Expect: 100-continue\r\nContent-Length: a\r\n')),
    either('an obsolete keep-alive', sound.get('Proxy-Connection: keep-alive\r\n')),
  ];
}
