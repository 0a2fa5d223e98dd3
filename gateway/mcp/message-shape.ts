import { maxAroundCharacters, maxAroundValues } from './envelope.js';

/*
 * What of an agent's message may be parsed on the event loop. Before it is parsed, its bytes are looked at in pieces, so
 * that other requests have their turn in between.
 */

/** The longest message, in bytes: enough for texts of a million unescaped characters. */
const maxBytes = 4 * 1024 * 1024;
/** The most members of objects. The largest call has a few hundred: options in 25 steps. */
const maxMembers = 2_000;
/** The most elements, objects and arrays: to parse them takes a millisecond. The largest call has 25 steps of 500 pairs. */
const maxValues = 40_000;
/** The most bytes around the arguments of a call: a character is at most an escape of six. */
const maxAroundBytes = 6 * maxAroundCharacters;
/** Each value around them has at most a comma or bracket before it, and a bracket of its own. */
const maxAroundMarks = 2 * maxAroundValues;

/** How many bytes a piece has. To search for a byte takes as long as to read some. */
const pieceBytes = 65_536;
const bytesOfSearch = 32;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Finds out whether a message is too much for the event loop. Only the arguments of a call may be long or have many
 * values, because the protocol's package never gets those.
 */
export class MessageShape {
  readonly #message: Uint8Array;
  /** Where to go on. */
  #at = 0;
  /** Where the string begins that is being read; -1 outside of one. */
  #stringStart = -1;
  /** The string before: what may be the name of a member. */
  #lastString = { start: 0, end: 0 };
  #depth = 0;
  #members = 0;
  #values = 0;
  #aroundBytes = 0;
  #aroundMarks = 0;
  /** Whether the member that is being read at depth 1 is `params`, or is `method` and its value comes next. */
  #isParams = false;
  #isMethod = false;
  /** Whether the value of `params.arguments` comes next. */
  #isBeforeArguments = false;
  #isCall = false;
  /** Where the arguments begin that are being read; -1 outside of them. */
  #argumentsStart = -1;
  #argumentsBytes = 0;
  /** From where the message is read on, there is no quotation mark before this index. */
  #noQuoteUntil = 0;

  /** @param message - JSON in UTF-8, not validated. Invalid JSON may pass. */
  constructor(message: Uint8Array) {
    this.#message = message;
  }

  /** Looks at the next piece. Returns whether the message is too much; undefined as long as that is not known. */
  advance(): boolean | undefined {
    const { byteLength } = this.#message;
    if (byteLength > maxBytes) return true;
    for (let left = pieceBytes; left > 0 && this.#at < byteLength; ) {
      const before = this.#at;
      if (this.#stringStart === -1) {
        this.#readByte();
        left--;
      } else {
        left -= this.#readString();
      }
      if (this.#argumentsStart === -1) this.#aroundBytes += this.#at - before;
      if (this.#isTooMuch()) return true;
    }
    if (this.#at < byteLength) return undefined;
    // What looks like arguments of a call is none in another message.
    return !this.#isCall && this.#aroundBytes + this.#argumentsBytes > maxAroundBytes;
  }

  #isTooMuch(): boolean {
    return (
      this.#members > maxMembers ||
      this.#values > maxValues ||
      this.#aroundBytes > maxAroundBytes ||
      this.#aroundMarks > maxAroundMarks
    );
  }

  #readByte(): void {
    const at = this.#at++;
    const byte = this.#message[at];
    if (byte === quote) {
      this.#stringStart = this.#at;
    } else if (byte === colon) this.#nameEnded();
    else if (byte === comma) this.#valueBegins();
    else if (byte === openBrace || byte === openBracket) {
      this.#valueBegins();
      if (byte === openBrace && this.#isBeforeArguments) this.#argumentsStart = at;
      this.#depth++;
    } else if (byte === closeBrace || byte === closeBracket) {
      this.#depth--;
      if (this.#depth === 2 && this.#argumentsStart !== -1) {
        this.#argumentsBytes += this.#at - this.#argumentsStart;
        this.#argumentsStart = -1;
      }
    } else return;
    if (byte !== colon) this.#isBeforeArguments = false;
  }

  #valueBegins(): void {
    this.#values++;
    if (this.#argumentsStart === -1) this.#aroundMarks++;
  }

  #nameEnded(): void {
    this.#members++;
    if (this.#depth === 1) {
      this.#isParams = this.#isLastString('params');
      this.#isMethod = this.#isLastString('method');
    }
    this.#isBeforeArguments = this.#depth === 2 && this.#isParams && this.#isLastString('arguments');
  }

  /** Reads on in a string. Texts without escapes are searched, others are read byte by byte. Returns its effort, in bytes. */
  #readString(): number {
    const message = this.#message;
    const { byteLength } = message;
    const start = this.#at;
    const readEnd = Math.min(start + bytesOfSearch, byteLength);
    while (this.#at < readEnd) {
      const byte = message[this.#at];
      if (byte === quote) {
        this.#stringEnded();
        return this.#at - start;
      }
      this.#at += byte === backslash ? 2 : 1;
    }
    if (this.#at >= byteLength) return bytesOfSearch;
    let effort = 2 * bytesOfSearch;
    if (this.#noQuoteUntil <= this.#at) {
      const window = message.subarray(this.#at, this.#at + pieceBytes);
      this.#noQuoteUntil = this.#at + indexIn(window, quote);
      effort += (this.#noQuoteUntil - this.#at) / bytesOfSearch;
    }
    this.#at += indexIn(message.subarray(this.#at, this.#noQuoteUntil), backslash);
    return effort + (this.#at - start) / bytesOfSearch;
  }

  #stringEnded(): void {
    this.#lastString = { start: this.#stringStart, end: this.#at };
    this.#stringStart = -1;
    this.#at++;
    if (this.#isMethod) this.#isCall = this.#isLastString('tools/call');
    this.#isMethod = false;
  }

  #isLastString(text: string): boolean {
    const { start, end } = this.#lastString;
    if (end - start !== text.length) return false;
    for (let index = 0; index < text.length; index++)
      if (this.#message[start + index] !== text.charCodeAt(index)) return false;
    return true;
  }
}

/** Returns the index of a byte; the length if it is not there. */
function indexIn(bytes: Uint8Array, byte: number): number {
  const index = bytes.indexOf(byte);
  return index === -1 ? bytes.byteLength : index;
}
