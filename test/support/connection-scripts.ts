import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { runRequest } from './keep-alive-load.js';

/** What a client does on one connection, and how it ends it. */
export interface ConnectionScript {
  readonly actions: readonly Action[];
  readonly end: 'reset' | 'close' | 'half-close';
}

type Action =
  | { readonly kind: 'send'; readonly piece: Piece /** How much of it, from 0 to 1. */; readonly share: number }
  | { readonly kind: 'pause'; readonly ms: number }
  | { readonly kind: 'read'; readonly isReading: boolean };

const pieces = [
  ...(['small', 'heavy', 'large-response', 'upload', 'large-upload', 'chunked', 'expect-continue'] as const),
  ...(['without-key', 'unknown-path', 'wrong-method', 'head', 'document', 'last', 'upgrade'] as const),
  ...(['tunnel', 'rubbish', 'two-lengths', 'agent'] as const),
];
type Piece = (typeof pieces)[number];

/** How long a client that has half-closed its connection waits for the server, in milliseconds. */
const halfClosedMs = 50;

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      piece: fc.constantFrom(...pieces),
      // Most are complete, so that more can follow them.
      share: fc.oneof(
        { weight: 4, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pause' as const), ms: fc.integer({ min: 0, max: 15 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read' as const), isReading: fc.boolean() }) },
);

/** Connections of hostile and of unlucky clients. */
export const connectionScripts: fc.Arbitrary<ConnectionScript> = fc.record({
  actions: fc.array(action, { minLength: 0, maxLength: 8, size: 'max' }),
  end: fc.constantFrom('reset', 'close', 'half-close'),
});

/** The bytes of each piece. The gateway has the tool `busy-for`. */
export function bytesOfPieces(key: string): ReadonlyMap<Piece, string> {
  const small = runRequest(key, { input: 'a', steps: ['upper-case'] });
  const upload = runRequest(key, { input: 'line b\n'.repeat(10_000), steps: ['sort-lines'] });
  const chunk = '{"input":"a","steps":["upper-case"]}';
  const [head = ''] = small.split('\r\nContent-Length');
  const message = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'run_text_workflow', arguments: { input: 'a'.repeat(20_000), steps: ['upper-case'] } },
  });
  return new Map<Piece, string>([
    ['small', small],
    ['heavy', runRequest(key, { input: 'a', steps: [{ toolSlug: 'busy-for', config: { milliseconds: 4 } }] })],
    [
      'large-response',
      runRequest(key, { input: 'a'.repeat(5_000), steps: [{ toolSlug: 'repeat-text', config: { times: 100 } }] }),
    ],
    ['upload', upload],
    ['large-upload', runRequest(key, { input: 'a'.repeat(1_500_000), steps: ['upper-case'] })],
    ['chunked', `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`],
    ['expect-continue', upload.replace('Host: a\r\n', 'Host: a\r\nExpect: 100-continue\r\n')],
    ['without-key', upload.replace(key, '')],
    ['unknown-path', 'POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello'],
    ['wrong-method', 'GET /v1/run HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['head', 'HEAD /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['document', 'GET /docs HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['last', small.replace('Host: a\r\n', 'Host: a\r\nConnection: close\r\n')],
    ['upgrade', 'GET /v1/tools HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['rubbish', 'rubbish\r\n\r\n'],
    ['two-lengths', small.replace('Content-Length', 'Content-Length: 1\r\nContent-Length')],
    [
      'agent',
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\n` +
        `Accept: application/json, text/event-stream\r\nContent-Length: ${message.length}\r\n\r\n${message}`,
    ],
  ]);
}

/** Runs a client's script. Resolves when its connection has ended. */
export async function play(
  port: number,
  { actions, end }: ConnectionScript,
  bytes: ReadonlyMap<Piece, string>,
): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.resume();
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve));
  for (const next of actions) {
    if (socket.destroyed) break;
    if (next.kind === 'pause') await wait(next.ms);
    else if (next.kind === 'read') next.isReading ? socket.resume() : socket.pause();
    else if (socket.writable) sendShare(socket, bytes.get(next.piece) ?? '', next.share);
  }
  if (end === 'half-close' && !socket.destroyed) {
    socket.end();
    await Promise.race([closed, wait(halfClosedMs)]);
  }
  // Node resets a connection only after everything is written, and emits no 'close' for one that is shutting down.
  if (end === 'reset' && socket.writable && socket.writableLength === 0) socket.resetAndDestroy();
  else socket.destroy();
  await closed;
}

function sendShare(socket: Socket, bytes: string, share: number): void {
  if (share > 0) socket.write(share === 1 ? bytes : bytes.slice(0, Math.ceil(share * bytes.length)));
}
