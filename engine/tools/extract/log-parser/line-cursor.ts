/** Reads the fields of a line that are divided by single spaces, from left to right. */
export class LineCursor {
  readonly #line: string;
  #at: number;

  constructor(line: string, at = 0) {
    this.#line = line;
    this.#at = at;
  }

  /** Whether the whole line was read. */
  get isAtEnd(): boolean {
    return this.#at >= this.#line.length;
  }

  /** Takes what is left of the line. */
  rest(): string {
    const rest = this.#line.slice(this.#at);
    this.#at = this.#line.length;
    return rest;
  }

  /** Takes a field in quotes or up to the next space, and the space; undefined if a quote is not closed. */
  field(): string | undefined {
    return this.#line.charAt(this.#at) === '"' ? this.quoted() : this.word();
  }

  /** Takes the text up to the next space, and the space; undefined if there is none. */
  word(): string | undefined {
    const space = this.#line.indexOf(' ', this.#at);
    const end = space === -1 ? this.#line.length : space;
    if (end <= this.#at) return undefined;
    const word = this.#line.slice(this.#at, end);
    this.#at = end + 1;
    return word;
  }

  /** Takes a text in quotes, with its escapes resolved, and the space behind it; undefined if there is none. */
  quoted(): string | undefined {
    if (this.#line.charAt(this.#at) !== '"') return undefined;
    const end = endOfQuoted(this.#line, this.#at + 1);
    if (end === -1) return undefined;
    const next = this.#line.charAt(end + 1);
    if (next !== '' && next !== ' ') return undefined;
    const text = this.#line.slice(this.#at + 1, end);
    this.#at = end + 2;
    return unescaped(text);
  }
}

/** Returns the offset of the next quote that no backslash escapes; -1 if there is none. */
export function endOfQuoted(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x22) return at;
    if (character === 0x5c) at++;
  }
  return -1;
}

const letters: Readonly<Record<string, string>> = { b: '\b', n: '\n', r: '\r', t: '\t', v: '\v', '"': '"', '\\': '\\' };

/**
 * Resolves the escapes of Apache and nginx. Bytes (`\xC3\xA9`) are UTF-8; a run of them that is not, such as that of a
 * TLS handshake, stays as written.
 */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/(?:\\x[\da-fA-F]{2})+|\\[^x]/g, (written) => {
    if (written.charAt(1) !== 'x') return letters[written.charAt(1)] ?? written;
    const bytes = Buffer.from(written.replaceAll('\\x', ''), 'hex');
    const decoded = bytes.toString();
    return Buffer.from(decoded).equals(bytes) ? decoded : written;
  });
}
