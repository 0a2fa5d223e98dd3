import type { OutputLimit } from '../../core/tool.js';
import type { Span } from '../span.js';
import { foldCase } from '../unicode/case-folding.js';
import { codePointBefore, unitsOf } from '../unicode/code-points.js';
import { continuesWord } from '../unicode/word-characters.js';

interface LiteralSetOptions {
  /** If false, characters are compared as {@link foldCase} folds them. */
  readonly caseSensitive: boolean;
  /** Finds a literal only if no word continues at either end. */
  readonly wholeWord: boolean;
  /** Which literal wins if several start at the same place: the longest, or the first of the list. */
  readonly prefer: 'longest' | 'first';
}

/** A place where a literal occurs. */
interface LiteralMatch extends Span {
  /** The index of the literal in the list. */
  readonly index: number;
}

/**
 * Finds all places where any of many literals occurs, from left to right, without overlaps.
 *
 * Linear in the text and the literals together, by the automaton of Aho and Corasick. It is built from the reversed
 * literals and reads the text from its end, so that at every character it knows which literals start there. Characters
 * are code points: half of a surrogate pair is never found. Of equal literals the first is found.
 *
 * @param literals - none empty; at most 65,534.
 * @returns the matches; they can be iterated more than once.
 * @see Alfred V. Aho, Margaret J. Corasick, "Efficient string matching", CACM 18 (1975)
 */
export function literalMatches(
  text: string,
  literals: readonly string[],
  { caseSensitive, wholeWord, prefer }: LiteralSetOptions,
): Iterable<LiteralMatch> {
  const normalize = caseSensitive ? (given: string) => given : foldCase;
  const automaton = new SuffixAutomaton(
    literals.map((literal) => reversedSymbols(normalize(literal), wholeWord)),
    prefer,
  );
  const starting = automaton.literalsByStart(normalize(text), wholeWord);
  return {
    *[Symbol.iterator]() {
      for (let start = 0; start < text.length; ) {
        const index = (starting[start] ?? 0) - 1;
        if (index === -1) {
          start++;
          continue;
        }
        const end = start + (literals[index]?.length ?? 1);
        yield { start, end, index };
        start = end;
      }
    },
  };
}

/**
 * Replaces each match with another text.
 *
 * @param replacements - by the index of the literal in the list.
 * @throws {OutputTooLongError} before building the output.
 */
export function replaceMatches(
  text: string,
  matches: Iterable<LiteralMatch>,
  replacements: readonly string[],
  limit: OutputLimit,
): string {
  let length = text.length;
  for (const { start, end, index } of matches) length += (replacements[index] ?? '').length - (end - start);
  limit.check(length);
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end, index } of matches) {
    pieces.push(text.slice(position, start), replacements[index] ?? '');
    position = end;
  }
  pieces.push(text.slice(position));
  return pieces.join('');
}

/** The input of the automaton: a code point, with two flags for word boundaries. */
const boundaryBefore = 1 << 21;
const boundaryAfter = 1 << 22;
const symbolCount = 1 << 23;

/** A literal may begin and end only at a word boundary; inside it, its characters decide the boundaries. */
function reversedSymbols(literal: string, wholeWord: boolean): Int32Array {
  const symbols: number[] = [];
  for (const { symbol } of symbolsFromTheEnd(literal, wholeWord)) symbols.push(symbol);
  return Int32Array.from(symbols);
}

/**
 * Returns the symbols of a text with the offsets of their characters, last one first. Words end where the text does.
 */
function* symbolsFromTheEnd(text: string, wholeWord: boolean): Generator<{ symbol: number; start: number }> {
  let codePoint = codePointBefore(text, text.length);
  let flags = wholeWord ? boundaryAfter : 0;
  for (let start = text.length; start > 0; ) {
    start -= unitsOf(codePoint);
    const before = codePointBefore(text, start);
    const bounded = wholeWord && !continuesWord(before, codePoint);
    yield { symbol: codePoint | flags | (bounded ? boundaryBefore : 0), start };
    codePoint = before;
    flags = bounded ? boundaryAfter : 0;
  }
}

const noNode = -1;
const root = 0;

/** The automaton over reversed literals. Nodes are numbers, in the order of their depth; the root is 0. */
class SuffixAutomaton {
  readonly #edges: EdgeTable;
  /** The node of the longest proper suffix that is also a node. */
  readonly #fallback: Int32Array;
  /** One more than the index of the literal to take at a node; 0 if none ends there. */
  readonly #found: Uint16Array;

  constructor(literals: readonly Int32Array[], prefer: 'longest' | 'first') {
    const capacity = 1 + literals.reduce((sum, { length }) => sum + length, 0);
    this.#edges = new EdgeTable(capacity);
    this.#fallback = new Int32Array(capacity);
    this.#found = new Uint16Array(capacity);
    const nodes = new Int32Array(literals.length);
    const longest = literals.reduce((length, literal) => Math.max(length, literal.length), 0);
    let count = 1;
    // Level by level: the fallback of a new node, and what is found there, is then already known.
    for (let depth = 0; depth < longest; depth++) {
      literals.forEach((literal, index) => {
        const symbol = literal[depth];
        if (symbol === undefined) return;
        const parent = nodes[index] ?? root;
        let node = this.#edges.get(parent, symbol);
        if (node === noNode) {
          node = count++;
          const fallback = parent === root ? root : this.#next(this.#fallback[parent] ?? root, symbol);
          this.#fallback[node] = fallback;
          this.#found[node] = this.#found[fallback] ?? 0;
          this.#edges.set(parent, symbol, node);
        }
        nodes[index] = node;
        if (depth === literal.length - 1) this.#mark(node, index, prefer);
      });
    }
  }

  /** Returns, for each offset in the text, one more than the index of the literal to take there, or 0. */
  literalsByStart(text: string, wholeWord: boolean): Uint16Array {
    const starting = new Uint16Array(text.length);
    let node = root;
    for (const { symbol, start } of symbolsFromTheEnd(text, wholeWord)) {
      node = this.#next(node, symbol);
      starting[start] = this.#found[node] ?? 0;
    }
    return starting;
  }

  #next(from: number, symbol: number): number {
    let node = from;
    for (;;) {
      const next = this.#edges.get(node, symbol);
      if (next !== noNode) return next;
      if (node === root) return root;
      node = this.#fallback[node] ?? root;
    }
  }

  /** Records a literal that ends at a node. The one found there before is shorter, unless it is an equal literal. */
  #mark(node: number, index: number, prefer: 'longest' | 'first'): void {
    const shorter = this.#found[this.#fallback[node] ?? root];
    const current = this.#found[node] ?? 0;
    const isOwn = current !== shorter;
    const replaces = prefer === 'longest' ? !isOwn : current === 0 || index + 1 < current;
    if (replaces) this.#found[node] = index + 1;
  }
}

/**
 * A hash table from a node and a symbol to a node, with linear probing. Plain arrays: a `Map` takes several times as
 * long.
 */
class EdgeTable {
  readonly #mask: number;
  readonly #keys: Float64Array;
  readonly #nodes: Int32Array;

  constructor(edges: number) {
    const size = 2 ** Math.ceil(Math.log2(edges * 2));
    this.#mask = size - 1;
    this.#keys = new Float64Array(size).fill(-1);
    this.#nodes = new Int32Array(size);
  }

  get(node: number, symbol: number): number {
    const slot = this.#slot(node, symbol);
    return this.#keys[slot] === -1 ? noNode : (this.#nodes[slot] ?? noNode);
  }

  set(node: number, symbol: number, target: number): void {
    const slot = this.#slot(node, symbol);
    this.#keys[slot] = node * symbolCount + symbol;
    this.#nodes[slot] = target;
  }

  /** Returns the slot of the edge, or the slot where it would go. */
  #slot(node: number, symbol: number): number {
    const key = node * symbolCount + symbol;
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(symbol, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & this.#mask;
    while (this.#keys[slot] !== -1 && this.#keys[slot] !== key) slot = (slot + 1) & this.#mask;
    return slot;
  }
}
