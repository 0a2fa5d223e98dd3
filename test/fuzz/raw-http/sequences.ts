import {
  broken,
  either,
  forgivenByUws,
  type RawCase,
  refusedByUws,
  type SoundRequests,
  wellFramed,
} from './raw-case.js';

const oneAtATime = refusedByUws('a response cannot be delayed, so a second request ends the connection immediately');
const wholeLine: Partial<RawCase> = {
  exceptions: { uws: { does: 'may refuse', why: 'uWebSockets.js needs the request line in one piece' } },
};

/** Several requests on a connection, some malformed, and incomplete requests. */
export function sequences(sound: SoundRequests): RawCase[] {
  const get = sound.get();
  const post = sound.post();
  const pooled = sound.post('', JSON.stringify({ input: 'b a '.repeat(20_000), steps: ['sort-lines'] }));
  const head = sound.requestLine('HEAD /v1/tools/upper-case HTTP/1.1');
  const afterRequest = (what: string, rubbish: string) =>
    broken(`${what} after a request`, get + rubbish, { statuses: [200] });
  return [
    wellFramed('two requests at once', get + get, [200, 200], oneAtATime),
    wellFramed('two requests one after the other', [get, get], [200, 200], { inTurn: true }),
    wellFramed('three with bodies at once', post.repeat(3), [200, 200, 200], oneAtATime),
    wellFramed('a small request after a large one', pooled + get, [200, 200], oneAtATime),
    wellFramed('sixteen at once', get.repeat(16), Array(16).fill(200), oneAtATime),
    wellFramed('twenty at once', get.repeat(20), [...Array(16).fill(200), 503], oneAtATime),
    wellFramed('a HEAD, then another', [head, head], [200, 200], { head: true, inTurn: true }),
    wellFramed('a HEAD with a body', head.replace('\r\n\r\n', '\r\nContent-Length: 5\r\n\r\nhello'), [200], {
      head: true,
    }),
    wellFramed('a body in the next write', [sound.postHead('Content-Length: 36\r\n'), sound.work]),
    wellFramed('a body in three writes', [post.slice(0, -20), post.slice(-20, -10), post.slice(-10)]),
    wellFramed(
      'a request after `Connection: close`',
      sound.get('Connection: close\r\n') + sound.hidden,
      [200],
      oneAtATime,
    ),
    wellFramed('Connection: close', sound.get('Connection: close\r\n')),
    wellFramed('Connection: keep-alive', sound.get('Connection: keep-alive\r\n')),
    wellFramed('Connection: Host', sound.get('Connection: Host\r\n')),
    wellFramed('an empty line after a body', `${post}\r\n`),
    either('an empty line between two requests', [get, `\r\n${get}`], { statuses: [200] }),
    afterRequest('rubbish', 'rubbish rubbish\r\n\r\n'),
    afterRequest('one word', 'rubbish\r\n\r\n'),
    afterRequest('NUL', '\0\0\0\0'),
    afterRequest('bytes beyond ASCII', '\xff\xfe\xfd'),
    afterRequest('a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
    afterRequest('a request without Host', 'GET /v1/tools/upper-case HTTP/1.1\r\nX: a\r\n\r\n'),
    afterRequest(
      'a request with two lengths',
      sound.postHead('Content-Length: 36\r\nContent-Length: 36\r\n') + sound.work,
    ),
    afterRequest('half a request', 'GET /v1/tools'),
    broken('rubbish after a request with a body', `${post}\0\0\0`, { statuses: [200] }),
    broken('rubbish after a request on a thread', `${pooled}rubbish rubbish\r\n\r\n`, { statuses: [200] }),
    broken('a request after broken framing', sound.get('Host: b\r\n') + sound.hidden),
    broken('a request after rubbish', `rubbish\r\n\r\n${sound.hidden}`),
    broken(
      'a request after an unknown coding',
      sound.chunked(`0\r\n\r\n${sound.hidden}`, 'Transfer-Encoding: gzip\r\n'),
    ),

    ...['G', 'GET ', 'GET /v1/tools', 'GET /v1/tools HT', 'GET /v1/tools HTTP/1.1', 'GET /v1/tools HTTP/1.1\r'].map(
      (start) => broken(`cut off after ${JSON.stringify(start)}`, start),
    ),
    ...['\n', '\nHo', '\nHost', '\nHost:', '\nHost: a', '\nHost: a\r', '\nHost: a\r\n', '\nHost: a\r\n\r'].map(
      (start) => broken(`cut off in a head after ${JSON.stringify(start)}`, `GET /v1/tools HTTP/1.1\r${start}`),
    ),
    broken('cut off before a body', post.slice(0, -36)),
    broken('cut off in a body', post.slice(0, -18)),
    broken('cut off before the last byte of a body', post.slice(0, -1)),
    broken('cut off in a body of 5,000,000 bytes', sound.postHead('Content-Length: 5000000\r\n') + sound.work),
    ...['', '2', '24', '24\r', '24\r\n', '24\r\n{', `24\r\n${sound.work}`, `24\r\n${sound.work}\r`].map((start) =>
      broken(
        `cut off in chunks after ${JSON.stringify(start.slice(0, 6))}, ${start.length} bytes`,
        sound.chunked(start),
      ),
    ),
    broken('cut off before the last chunk', sound.chunked(`24\r\n${sound.work}\r\n`)),
    broken('cut off in the last chunk', sound.chunked(`24\r\n${sound.work}\r\n0`)),
    broken(
      'cut off before the empty line of the last chunk',
      sound.chunked(`24\r\n${sound.work}\r\n0\r\n`),
      forgivenByUws('bytes after the last size are not checked; the connection closes after the response'),
    ),
    wellFramed('split in the method', ['G', get.slice(1)], [200], wholeLine),
    wellFramed('split in the target', [get.slice(0, 9), get.slice(9)], [200], wholeLine),
    wellFramed('split in the version', [get.slice(0, 30), get.slice(30)], [200], wholeLine),
    wellFramed('split in a name', [get.slice(0, 37), get.slice(37)]),
    wellFramed('split in the last line end', [get.slice(0, -1), get.slice(-1)]),
  ];
}
