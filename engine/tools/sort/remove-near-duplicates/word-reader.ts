import type { Span } from '../../../text/span.js';
import { isUnspaced } from '../../../text/unicode/word-characters.js';

const other = 1;
const letter = 2;
const mark = 3;
/** A character that is a word by itself, with the marks behind it. */
const unspaced = 4;

/** The class of each code unit of the Basic Multilingual Plane; 0 until it is requested. */
const classes = new Uint8Array(0x10000);

/**
 * Reads the words of texts: letters, marks and digits in a row. In scripts without spaces every character is a word; Hangul
 * has spaces.
 *
 * Regular expressions need a stack as long as the longest word, and a string for each word; this needs neither.
 */
export class WordReader {
  /** A hash of each word of the last text, and more behind them. */
  hashes = new Uint32Array(1024);
  readonly #text: string;
  #span: Span = { start: 0, end: 0 };

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a text, a part of the whole. @returns the number of its words. */
  read(span: Span): number {
    this.#span = span;
    let count = 0;
    let hash = 0;
    let isOpen = false;
    this.#walk((codePoint, continues) => {
      if (isOpen && !continues) {
        this.#set(count++, hash);
        isOpen = false;
      }
      if (codePoint === -1) return;
      if (!isOpen) hash = 0x811c9dc5;
      isOpen = true;
      hash = Math.imul(hash ^ codePoint, 0x01000193);
      hash ^= hash >>> 15;
    });
    return count;
  }

  /** Returns the words of the last text with a blank between two. */
  text(): string {
    let words = '';
    this.#walk((codePoint, continues) => {
      if (codePoint === -1) return;
      if (words !== '' && !continues) words += ' ';
      words += String.fromCodePoint(codePoint);
    });
    return words;
  }

  #set(index: number, hash: number): void {
    if (index === this.hashes.length) {
      const larger = new Uint32Array(2 * index);
      larger.set(this.hashes);
      this.hashes = larger;
    }
    this.hashes[index] = hash;
  }

  /** Reports each character of a word and whether it continues the word; -1 where a word has ended. */
  #walk(report: (codePoint: number, continues: boolean) => void): void {
    const { start, end } = this.#span;
    let before = other;
    for (let offset = start; offset < end; ) {
      const unit = this.#text.charCodeAt(offset);
      const codePoint = (unit & 0xfc00) === 0xd800 && offset + 1 < end ? (this.#text.codePointAt(offset) ?? 0) : unit;
      offset += codePoint > 0xffff ? 2 : 1;
      const kind = classOf(codePoint);
      if (kind !== other)
        report(codePoint, before !== other && (kind === mark || (kind === letter && before !== unspaced)));
      else if (before !== other) report(-1, false);
      // A mark belongs to the character before it.
      if (kind !== mark || before === other) before = kind === mark ? letter : kind;
    }
    if (before !== other) report(-1, false);
  }
}

function classOf(codePoint: number): number {
  if (codePoint > 0xffff) return computedClass(codePoint);
  classes[codePoint] ||= computedClass(codePoint);
  return classes[codePoint] ?? other;
}

function computedClass(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (/\p{M}/u.test(character)) return mark;
  if (!/[\p{L}\p{N}]/u.test(character)) return other;
  return isUnspaced(codePoint) && !/\p{sc=Hangul}/u.test(character) ? unspaced : letter;
}
