import { lazyLibrary } from '../../core/lazy-library.js';
import { makeTagStackLinear } from './linear-tag-stack.js';

/** The scanner of js-beautify: a text and a position. */
interface InputScanner {
  readonly __input: string;
  __position: number;
  __match(pattern: RegExp, index: number): RegExpExecArray | null;
  peekUntilAfter(pattern: RegExp): string;
  get_regexp(pattern: RegExp | string | null, sticky?: boolean): RegExp | null;
}

interface CssBeautifier {
  readonly _input: InputScanner;
  foundNestedPseudoClass(): boolean;
}

/** A pattern that may contain the templates of several languages. */
interface TemplatablePattern {
  readonly _disabled: object;
  readonly _excluded: object;
  _create(): TemplatablePattern;
}

/** Writes the lines. */
interface Output {
  readonly __indent_cache: { readonly __base_string: string; readonly __indent_size: number };
  get_indent_string(level: number, column?: number): string;
}

const scanners = lazyLibrary<{ InputScanner: { prototype: InputScanner } }>('js-beautify/js/src/core/inputscanner.js');
const css = lazyLibrary<{ Beautifier: { prototype: CssBeautifier } }>('js-beautify/js/src/css/beautifier.js');

const templatables = lazyLibrary<{ TemplatablePattern: { prototype: TemplatablePattern } }>(
  'js-beautify/js/src/core/templatablepattern.js',
);
const outputs = lazyLibrary<{ Output: { prototype: Output } }>('js-beautify/js/src/core/output.js');

let linear = false;

/**
 * Replaces the parts of js-beautify that take quadratic time by parts with the same results in linear time: three
 * searches that look through the rest of the text again and again, and the indentation, which is made for each smaller
 * column as well. 200,000 letters without white space took 5 s, and so did 60,000 levels of HTML on one line.
 *
 * Each pattern is compiled once, not for each script and style of a page: that took half of the time.
 */
export function makeBeautifierLinear(): void {
  if (linear) return;
  linear = true;
  const { prototype } = scanners().InputScanner;
  prototype.__match = matchAt;
  prototype.peekUntilAfter = function (pattern) {
    return peekUntilAfter(this, pattern);
  };
  prototype.get_regexp = compiledOnce;
  templatables().TemplatablePattern.prototype._create = copy;
  css().Beautifier.prototype.foundNestedPseudoClass = function () {
    return opensBlock(this._input, this._input.__position + 1);
  };
  outputs().Output.prototype.get_indent_string = indentation;
  makeTagStackLinear();
}

/** Blanks only: the formatters have no option for tabs. */
function indentation(this: Output, level: number, column = 0): string {
  const { __base_string: base, __indent_size: size } = this.__indent_cache;
  return level < 0 ? ' '.repeat(column) : base + ' '.repeat(column + level * size);
}

/** What a pattern is compiled to: to be found at a place, and from there on. */
interface Compiled {
  readonly sticky: RegExp;
  readonly global: RegExp;
}

/** By source. All are the library's own: none contains a part of the text. */
const compiledPatterns = new Map<string, Compiled>();

/** Returns a pattern that several scanners may share: they set its position before they use it. */
function compiledOnce(pattern: RegExp | string | null, sticky?: boolean): RegExp | null {
  if (!pattern) return null;
  const source = typeof pattern === 'string' ? pattern : pattern.source;
  let compiled = compiledPatterns.get(source);
  if (compiled === undefined) {
    compiled = { sticky: new RegExp(source, 'y'), global: new RegExp(source, 'g') };
    compiledPatterns.set(source, compiled);
  }
  return sticky ? compiled.sticky : compiled.global;
}

/** Copies a pattern; the library also makes the patterns of all templates anew, which never change. */
function copy(this: TemplatablePattern): TemplatablePattern {
  const made: TemplatablePattern = Object.create(Object.getPrototypeOf(this));
  return Object.assign(made, this, { _disabled: { ...this._disabled }, _excluded: { ...this._excluded } });
}

const stickyPatterns = new WeakMap<RegExp, RegExp>();

/** The library searches for a match anywhere, and drops it unless it is at the index. */
function matchAt(this: InputScanner, pattern: RegExp, index: number): RegExpExecArray | null {
  const sticky = pattern.sticky ? pattern : stickyOf(pattern);
  sticky.lastIndex = index;
  return sticky.exec(this.__input);
}

function stickyOf(pattern: RegExp): RegExp {
  let sticky = stickyPatterns.get(pattern);
  if (sticky === undefined) {
    sticky = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}y`);
    stickyPatterns.set(pattern, sticky);
  }
  return sticky;
}

/** The last match of a search, and where the search began. */
interface Peek {
  readonly source: string;
  readonly from: number;
  readonly index: number;
  readonly end: number;
}

const peeks = new WeakMap<InputScanner, Peek>();
/** The library looks at the last character, and compares with words that are shorter than this. */
const longestPeek = 64;

/**
 * Returns the text up to the end of the next match; of a long one the start and the last character.
 *
 * A search that begins before the last match ends with the same one.
 */
function peekUntilAfter(scanner: InputScanner, pattern: RegExp): string {
  const { __input: text, __position: from } = scanner;
  let peek = peeks.get(scanner);
  if (peek === undefined || peek.source !== pattern.source || from < peek.from || from > peek.index) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    const index = match?.index ?? text.length;
    peek = { source: pattern.source, from, index, end: index + (match?.[0].length ?? 0) };
    peeks.set(scanner, peek);
  }
  if (peek.end - from <= longestPeek) return text.slice(from, peek.end);
  return text.slice(from, from + longestPeek - 1) + text.slice(peek.end - 1, peek.end);
}

/** Most declarations end within this many characters; only a longer search needs tables. */
const nearby = 200;

/**
 * Tests whether a block opens after `from`, before the declaration ends: `{` comes before `;`, `}` and a closing
 * bracket whose opening one is before `from`.
 */
function opensBlock(scanner: InputScanner, from: number): boolean {
  const { __input: text } = scanner;
  let depth = 0;
  for (let at = from; at < from + nearby; at++) {
    switch (text.charAt(at)) {
      case '{':
        return true;
      case ';':
      case '}':
      case '':
        return false;
      case '(':
        depth++;
        break;
      case ')':
        if (depth === 0) return false;
        depth--;
    }
  }
  const { ends, closers } = tablesOf(scanner);
  const end = ends[from] ?? text.length;
  return text.charAt(end) === '{' && (closers[from] ?? text.length) > end;
}

interface Tables {
  /** The next `{`, `;` or `}` from each place on; the length of the text if there is none. */
  readonly ends: Int32Array;
  /** The next `)` from each place on whose `(` is before it; the length of the text if there is none. */
  readonly closers: Int32Array;
}

const tables = new WeakMap<InputScanner, Tables>();

function tablesOf(scanner: InputScanner): Tables {
  let found = tables.get(scanner);
  if (found === undefined) {
    found = makeTables(scanner.__input);
    tables.set(scanner, found);
  }
  return found;
}

function makeTables(text: string): Tables {
  const none = text.length;
  const ends = new Int32Array(none + 2).fill(none);
  const closers = new Int32Array(none + 2).fill(none);
  for (let at = none - 1; at >= 0; at--) {
    const character = text.charAt(at);
    const next = closers[at + 1] ?? none;
    ends[at] = character === '{' || character === ';' || character === '}' ? at : (ends[at + 1] ?? none);
    if (character === ')') closers[at] = at;
    else closers[at] = character === '(' ? (closers[next + 1] ?? none) : next;
  }
  return { ends, closers };
}
