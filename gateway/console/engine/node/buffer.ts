type Encoding = 'utf8' | 'utf-8' | 'utf16le' | 'latin1' | 'hex' | 'base64' | 'base64url';

/** Without the static members, which have other parameters here. */
const Bytes = Uint8Array as unknown as new (
  ...source: [length: number] | [buffer: ArrayBuffer, start?: number, length?: number]
) => Uint8Array<ArrayBuffer>;

/** What the engine uses of Node's `Buffer`, with the same results; in processors that store the lower byte first. */
export class Buffer extends Bytes {
  static from(
    source: string | ArrayBuffer | ArrayLike<number>,
    encodingOrStart: Encoding | number = 0,
    length?: number,
  ): Buffer {
    if (typeof source === 'string') return encoded(source, (encodingOrStart || 'utf8') as Encoding);
    if (source instanceof ArrayBuffer) {
      const start = encodingOrStart as number;
      return new Buffer(source, start, length ?? source.byteLength - start);
    }
    const bytes = new Buffer(source.length);
    bytes.set(source);
    return bytes;
  }

  static alloc(length: number, fill: string | number = 0): Buffer {
    return new Buffer(length).fill(typeof fill === 'string' ? fill.charCodeAt(0) : fill);
  }

  static allocUnsafe(length: number): Buffer {
    return new Buffer(length);
  }

  static allocUnsafeSlow(length: number): Buffer {
    return new Buffer(length);
  }

  static concat(pieces: readonly Uint8Array[]): Buffer {
    const bytes = new Buffer(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.byteLength;
    }
    return bytes;
  }

  /** Returns the length of a text in UTF-8. */
  static byteLength(text: string): number {
    let length = 0;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit < 0x80) length++;
      else if (unit < 0x800) length += 2;
      else if ((text.codePointAt(at) ?? 0) > 0xffff) {
        length += 4;
        at++;
      } else length += 3;
    }
    return length;
  }

  static isBuffer(value: unknown): boolean {
    return value instanceof Buffer;
  }

  override toString(encoding: Encoding = 'utf8', start = 0, end = this.length): string {
    const bytes = start === 0 && end === this.length ? this : this.subarray(start, end);
    switch (encoding) {
      case 'latin1':
        return charactersOf(bytes);
      case 'utf16le':
        return charactersOf(unitsOf(bytes));
      case 'hex':
        return joined(bytes, (byte) => byte.toString(16).padStart(2, '0'));
      case 'base64':
        return btoa(charactersOf(bytes));
      case 'base64url':
        return btoa(charactersOf(bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
      default:
        return decoder.decode(bytes);
    }
  }

  /** Writes a text at the start. Returns the number of bytes. */
  write(text: string, encoding: Encoding = 'utf8'): number {
    if (encoding === 'latin1') {
      for (let at = 0; at < text.length; at++) this[at] = text.charCodeAt(at);
      return text.length;
    }
    const bytes = encoded(text, encoding);
    this.set(bytes);
    return bytes.length;
  }

  equals(other: Uint8Array): boolean {
    return this.length === other.length && this.every((byte, index) => byte === other[index]);
  }

  swap16(): this {
    for (let at = 0; at < this.length; at += 2) {
      [this[at], this[at + 1]] = [this[at + 1] as number, this[at] as number];
    }
    return this;
  }

  readUInt32LE(at: number): number {
    return new DataView(this.buffer, this.byteOffset).getUint32(at, true);
  }

  /** The same memory, unlike `slice` of other arrays. */
  override slice(start?: number, end?: number): Buffer {
    return this.subarray(start, end) as Buffer;
  }
}

export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictDecoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

function encoded(text: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'latin1': {
      const bytes = new Buffer(text.length);
      bytes.write(text, encoding);
      return bytes;
    }
    case 'utf16le': {
      const bytes = new Buffer(2 * text.length);
      const units = new Uint16Array(bytes.buffer);
      for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
      return bytes;
    }
    case 'hex':
      return hexBytes(text);
    case 'base64':
    case 'base64url':
      return base64Bytes(text);
    default: {
      const { buffer, byteOffset, byteLength } = encoder.encode(text);
      return new Buffer(buffer, byteOffset, byteLength);
    }
  }
}

/** Ends before the first pair that is no hexadecimal number. */
function hexBytes(text: string): Buffer {
  const bytes = new Buffer(text.length >> 1);
  for (let at = 0; at < bytes.length; at++) {
    const digits = text.slice(2 * at, 2 * at + 2);
    if (!/^[\da-f]{2}$/i.test(digits)) return bytes.slice(0, at);
    bytes[at] = Number.parseInt(digits, 16);
  }
  return bytes;
}

/** Reads both alphabets, and skips other characters. */
function base64Bytes(text: string): Buffer {
  const [written = ''] = text.split('=');
  const digits = written
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^\w+/]/g, '');
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return encoded(atob(whole), 'latin1');
}

/** Code units that become a string at a time: they are arguments of a call. */
const unitsAtATime = 16_384;

function charactersOf(units: Uint8Array | Uint16Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < units.length; at += unitsAtATime) {
    pieces.push(String.fromCharCode.apply(undefined, units.subarray(at, at + unitsAtATime) as unknown as number[]));
  }
  return pieces.join('');
}

function unitsOf(bytes: Uint8Array<ArrayBuffer>): Uint16Array {
  const { buffer, byteOffset } = byteOffsetIsEven(bytes) ? bytes : Uint8Array.from(bytes);
  return new Uint16Array(buffer, byteOffset, bytes.length >> 1);
}

function byteOffsetIsEven({ byteOffset }: Uint8Array): boolean {
  return byteOffset % 2 === 0;
}

function joined(bytes: Uint8Array, textOf: (byte: number) => string): string {
  const texts = Array.from({ length: 256 }, (_, byte) => textOf(byte));
  const pieces: string[] = [];
  let piece = '';
  for (const byte of bytes) {
    piece += texts[byte];
    if (piece.length < unitsAtATime) continue;
    pieces.push(piece);
    piece = '';
  }
  return pieces.join('') + piece;
}
