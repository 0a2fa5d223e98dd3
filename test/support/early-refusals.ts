import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { setTimeout as wait } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { RawConnection } from './raw-http.js';
import { connectTls, type ReverseProxy } from './reverse-proxy.js';

/** A request that the gateway refuses before its body has arrived. */
export interface EarlyRefusal {
  readonly method: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the request has a Content-Length; otherwise its body is chunked. */
  readonly hasLength: boolean;
  /** How the client sends its body: all of it, the rest later, or never the rest. */
  readonly ending: 'whole' | 'rest-later' | 'cut-off';
}

export interface Refused {
  /** 0 if the client disconnected without a response. */
  readonly status: number;
  readonly body: string;
}

/** A client of a proxy that sends its requests one after the other. */
export interface RefusedClient {
  send(request: EarlyRefusal): Promise<Refused>;
  close(): void;
}

export const protocols = ['HTTP/1.1', 'HTTP/2'] as const;

/** Returns a client that speaks a protocol with a proxy. */
export function refusedClient(proxy: ReverseProxy, protocol: (typeof protocols)[number]): RefusedClient {
  return protocol === 'HTTP/2' ? new Http2Client(proxy) : new Http1Client(proxy);
}

const timeoutMs = 60_000;
/** How long a client waits for the response before it sends the rest or disconnects. Over HTTP/1.1, Caddy responds
 * only after the body. */
const halfwayMs = 600;

const noResponse: Refused = { status: 0, body: '' };

/** Opens a connection for each request. */
class Http1Client implements RefusedClient {
  readonly #proxy: ReverseProxy;
  #socket: TLSSocket | undefined;

  constructor(proxy: ReverseProxy) {
    this.#proxy = proxy;
  }

  async send({ method, path, fields, body, hasLength, ending }: EarlyRefusal): Promise<Refused> {
    this.close();
    this.#socket = await connectTls(this.#proxy);
    const connection = RawConnection.over(this.#socket);
    const length = hasLength ? `Content-Length: ${body.length}` : 'Transfer-Encoding: chunked';
    const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    connection.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${length}\r\n${head.join('')}\r\n`);
    const half = body.length >> 1;
    const write = (bytes: Buffer): void => {
      if (!hasLength) connection.write(`${bytes.length.toString(16)}\r\n`);
      connection.write(bytes);
      if (!hasLength) connection.write('\r\n');
    };
    write(body.subarray(0, half));
    const writeRest = (): void => {
      write(body.subarray(half));
      if (!hasLength) connection.write('0\r\n\r\n');
    };
    if (ending === 'whole') writeRest();
    const response = connection.response({ timeoutMs });
    if (ending !== 'whole') {
      const early = await Promise.race([response, wait(halfwayMs)]);
      if (ending === 'rest-later') writeRest();
      else if (early === undefined) return gone(response);
    }
    const { status, body: text } = await response;
    return { status, body: text };
  }

  close(): void {
    this.#socket?.destroy();
  }
}

/** The client closes its connection, and loses any response that would still arrive. */
function gone(response: Promise<unknown>): Refused {
  response.catch(() => undefined);
  return noResponse;
}

async function responseOf(stream: ClientHttp2Stream): Promise<Refused> {
  const signal = AbortSignal.timeout(timeoutMs);
  const [headers] = await once(stream, 'response', { signal });
  let body = '';
  stream.setEncoding('utf8').on('data', (piece: string) => {
    body += piece;
  });
  await once(stream, 'end', { signal });
  return { status: Number(headers[':status']), body };
}

/** Go's server, which Caddy uses, closes a connection with ENHANCE_YOUR_CALM after some hundred reset streams. */
const streamsOfConnection = 50;

/** Opens a stream for each request, over one connection after the other. */
class Http2Client implements RefusedClient {
  readonly #proxy: ReverseProxy;
  #session: ClientHttp2Session | undefined;
  #streams = 0;

  constructor(proxy: ReverseProxy) {
    this.#proxy = proxy;
  }

  async send({ method, path, fields, body, hasLength, ending }: EarlyRefusal): Promise<Refused> {
    const stream = this.#open().request({
      ':method': method,
      ':path': path,
      ...fields,
      ...(hasLength && { 'content-length': body.length }),
    });
    stream.on('error', () => undefined);
    const half = body.length >> 1;
    stream.write(body.subarray(0, half));
    if (ending === 'whole') stream.end(body.subarray(half));
    const response = responseOf(stream);
    if (ending !== 'whole') {
      const early = await Promise.race([response, wait(halfwayMs)]);
      if (ending === 'rest-later' && stream.writable) stream.end(body.subarray(half));
      else if (early === undefined) {
        stream.close(constants.NGHTTP2_CANCEL);
        return gone(response);
      }
    }
    const refused = await response;
    // A client that gets its response before it has sent everything resets its stream.
    if (ending !== 'rest-later') stream.close(constants.NGHTTP2_CANCEL);
    return refused;
  }

  #open(): ClientHttp2Session {
    if (++this.#streams > streamsOfConnection) this.#session?.close();
    if (this.#session === undefined || this.#session.closed || this.#session.destroyed) {
      this.#streams = 1;
      this.#session = connect(`https://localhost:${this.#proxy.port}`, { ca: this.#proxy.certificate });
      this.#session.on('error', () => undefined);
    }
    return this.#session;
  }

  close(): void {
    this.#session?.destroy();
  }
}
