const lineFeed = 0x0a;

/** A message is longer than the connection takes. */
export class MessageTooLongError extends Error {
  override readonly name = 'MessageTooLongError';
}

/** Cuts the bytes of a connection into lines without their ends. Leaves out blank ones. */
export class MessageLines {
  readonly #maxBytes: number;
  /** The beginning of a line, in pieces: joined only once, however many there are. */
  #pieces: Uint8Array[] = [];
  #length = 0;

  /** @param maxBytes - of a line. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @throws {MessageTooLongError} if a line is too long. */
  *push(chunk: Uint8Array): Generator<Uint8Array> {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#add(chunk.subarray(start, end));
      start = end + 1;
      yield* this.end();
    }
    this.#add(chunk.subarray(start));
  }

  /** Returns the last line, which may have no line end. */
  *end(): Generator<Uint8Array> {
    const line = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#length = 0;
    if (!isBlank(line)) yield line;
  }

  #add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > this.#maxBytes) {
      this.#pieces = [];
      throw new MessageTooLongError(`A message was longer than ${this.#maxBytes} bytes`);
    }
    if (piece.length > 0) this.#pieces.push(piece);
  }
}

/** JSON's white space: a blank, tab or carriage return. */
function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
