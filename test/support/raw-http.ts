import { connect, type Socket } from 'node:net';

/** One response, parsed from the bytes of a connection. */
export interface RawResponse {
  readonly status: number;
  /** Names in lower case; a repeated field has its last value. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** The body as received. */
  readonly bytes: Uint8Array;
}

/** How long a server may take by default: the machine may be busy. */
const defaultTimeoutMs = 60_000;

/** A connection on which a test writes raw bytes that no HTTP client would send. */
export class RawConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #closed = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#closed = true;
      this.#wake();
    });
  }

  /** @param localAddress - the client's address; Linux has all of 127.0.0.0/8. */
  static async open(port: number, localAddress = '127.0.0.1'): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    const connection = new RawConnection(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return connection;
  }

  /** Takes over a connected socket. */
  static over(socket: Socket): RawConnection {
    return new RawConnection(socket);
  }

  get closed(): boolean {
    return this.#closed;
  }

  write(bytes: string | Uint8Array): this {
    this.#socket.write(bytes);
    return this;
  }

  /** Resolves to the next response. @throws {Error} if the connection ends or `timeoutMs` pass first. */
  async response({ timeoutMs = defaultTimeoutMs, head = false } = {}): Promise<RawResponse> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const parsed = takeResponse(this.#received, head);
      if (parsed !== undefined) {
        this.#received = this.#received.subarray(parsed.bytes);
        return parsed.response;
      }
      if (this.#closed)
        throw new Error(`The connection ended after ${JSON.stringify(this.#received.toString('latin1'))}`);
      await this.#activity(deadline - performance.now());
    }
  }

  /** Resolves when the server has closed the connection. @throws {Error} if it does not within `timeoutMs`. */
  async end(timeoutMs = defaultTimeoutMs): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (!this.#closed) await this.#activity(deadline - performance.now());
  }

  /** Resets the connection. */
  destroy(): void {
    this.#socket.destroy();
  }

  async #activity(timeoutMs: number): Promise<void> {
    if (timeoutMs <= 0) throw new Error('The server did nothing in time');
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, timeoutMs);
    });
    clearTimeout(timer);
  }
}

/** Sends the bytes on a new connection, and returns the first response. */
export async function responseTo(port: number, bytes: string | Uint8Array): Promise<RawResponse> {
  const connection = await RawConnection.open(port);
  try {
    return await connection.write(bytes).response();
  } finally {
    connection.destroy();
  }
}

/**
 * Parses all responses that a server has sent on a connection, without interim ones (1xx).
 *
 * @param head - whether all are responses to HEAD.
 * @throws {Error} if the bytes are not complete HTTP/1.1 responses.
 */
export function responsesIn(received: Buffer, { head = false } = {}): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let rest = received; rest.length > 0; ) {
    const taken = /^HTTP\/1\.1 [1-5]\d\d [^\r\n]*\r\n/.test(rest.toString('latin1', 0, 100))
      ? takeResponse(rest, head)
      : undefined;
    if (taken === undefined) throw new Error(`No whole response: ${JSON.stringify(rest.toString('latin1', 0, 200))}`);
    if (taken.response.status >= 200) responses.push(taken.response);
    // The error pages of uWebSockets.js have no length: they end with the connection.
    rest = isEndless(taken.response, head) ? Buffer.alloc(0) : rest.subarray(taken.bytes);
  }
  return responses;
}

function isEndless({ status, headers }: RawResponse, head: boolean): boolean {
  const bodiless = head || status < 200 || status === 204 || status === 304;
  return !bodiless && !headers.has('content-length') && headers.get('connection') === 'close';
}

function takeResponse(received: Buffer, head: boolean): { response: RawResponse; bytes: number } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...fields] = received.toString('latin1', 0, headEnd).split('\r\n');
  const headers = new Map(
    fields.map((field) => [field.split(':')[0]?.toLowerCase() ?? '', field.replace(/^[^:]*: ?/, '')]),
  );
  const status = Number(statusLine.split(' ')[1]);
  const length = head || status === 204 || status === 304 ? 0 : Number(headers.get('content-length') ?? 0);
  const end = headEnd + 4 + length;
  if (received.length < end) return undefined;
  const bytes = received.subarray(headEnd + 4, end);
  return { response: { status, headers, body: bytes.toString(), bytes }, bytes: end };
}
