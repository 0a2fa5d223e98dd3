/** How much of an error's body is kept: enough for its message, in bytes. */
const keptBytes = 1_024;

/** Thrown for bytes that are not a response of HTTP/1.1. */
export class InvalidResponse extends Error {
  override readonly name = 'InvalidResponse';
}

/** Reads the responses of one connection, one after the other. It reads only what a load test needs, and so is fast. */
export class ResponseReader {
  /** Of the last response. */
  status = 0;
  /** The beginning of its body, unless its status is 2xx. */
  text = '';
  /** Whether the server closes the connection after it. */
  closes = false;
  #state: 'head' | 'body' | 'until-close' | 'chunk-size' | 'chunk' | 'trailers' = 'head';
  #line = '';
  /** Bytes of the body, or of the chunk and its line end, that are still to come. */
  #missing = 0;

  /**
   * Reads bytes as they arrive.
   *
   * @returns whether a response is complete; then these bytes must not go on behind it.
   * @throws {InvalidResponse}
   */
  read(bytes: Buffer, length: number): boolean {
    for (let at = 0; at < length; ) {
      if (this.#state === 'head') {
        at = this.#readHead(bytes, at, length);
        if (this.#hasNoBody()) return this.#complete(at, length);
      } else if (this.#state === 'until-close') {
        this.#keep(bytes, at, length);
        return false;
      } else if (this.#state === 'body' || this.#state === 'chunk') {
        const end = Math.min(length, at + this.#missing);
        this.#keep(bytes, at, end);
        this.#missing -= end - at;
        at = end;
        if (this.#missing > 0) return false;
        if (this.#state === 'body') return this.#complete(at, length);
        this.#state = 'chunk-size';
      } else {
        const end = bytes.indexOf(10, at);
        const isWhole = end >= 0 && end < length;
        this.#line += bytes.toString('latin1', at, isWhole ? end : length);
        if (this.#line.length > 65_536) throw new InvalidResponse('a line of a chunk is too long');
        if (!isWhole) return false;
        at = end + 1;
        const line = this.#line.trim();
        this.#line = '';
        if (this.#state === 'chunk-size') this.#beginChunk(line);
        else if (line === '') return this.#complete(at, length);
      }
    }
    return false;
  }

  /** Whether the end of the connection is the end of a response: one without a length. */
  get endsByClose(): boolean {
    return this.#state === 'until-close';
  }

  #readHead(bytes: Buffer, at: number, length: number): number {
    const before = this.#line.length;
    this.#line += bytes.toString('latin1', at, length);
    const end = this.#line.indexOf('\r\n\r\n');
    if (end < 0) {
      if (this.#line.length > 65_536) throw new InvalidResponse('its head is too long');
      return length;
    }
    const head = this.#line.slice(0, end);
    this.#line = '';
    const next = at + end + 4 - before;
    const status = Number(head.slice(9, 12));
    if (!head.startsWith('HTTP/1.') || !(status >= 100 && status < 600))
      throw new InvalidResponse('it is not HTTP/1.1');
    // 1xx: the response is still to come.
    if (status < 200) return next;
    this.status = status;
    this.text = '';
    this.closes = /\r\nconnection: *close/i.test(head) || head.startsWith('HTTP/1.0');
    const contentLength = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.#missing = Number(contentLength ?? 0);
    if (status === 204 || status === 304) this.#missing = 0;
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) this.#state = 'chunk-size';
    else if (contentLength === undefined) this.#state = 'until-close';
    if (this.#state === 'head') this.#state = 'body';
    return next;
  }

  #hasNoBody(): boolean {
    return this.#state === 'body' && this.#missing === 0;
  }

  #beginChunk(line: string): void {
    const size = /^[\da-f]{1,8}(?=;|$)/i.exec(line)?.[0];
    if (size === undefined) throw new InvalidResponse('the size of a chunk is not a number');
    // With the line end behind the chunk.
    this.#missing = Number.parseInt(size, 16) + 2;
    this.#state = this.#missing === 2 ? 'trailers' : 'chunk';
  }

  #keep(bytes: Buffer, at: number, end: number): void {
    if (this.status < 300 || this.text.length >= keptBytes) return;
    this.text += bytes.toString('utf8', at, Math.min(end, at + keptBytes));
  }

  #complete(at: number, length: number): true {
    if (at < length) throw new InvalidResponse('there are bytes behind it');
    this.#state = 'head';
    return true;
  }
}
