import { backslashStringEnd, lineEndLength, nameEnd } from '../../../text/code/comment.js';
import type { CMember } from './c-members.js';

/** Prefixes of raw strings in C++: `R"name(…)name"`. */
const cppRaw = new Set(['R', 'u8R', 'uR', 'UR', 'LR']);
/** Prefixes of strings without escapes in Rust and Dart. */
const raw = new Set(['r', 'br', 'cr']);

/** Far more than code has. The strings in the expressions of strings are read recursively. */
const maxDepth = 20;

/** How a string is read. */
interface Quoting {
  readonly quote: string;
  /** A quote inside is written twice (`@"…"` of C#), or after a backslash. */
  readonly doubled: boolean;
  readonly acrossLines: boolean;
  /** Where expressions start: `{` in C#, `${` and `\(` elsewhere. */
  readonly holes: 'braces' | 'dollars';
}

/** The strings, character constants and quoted names of the C family. */
export class CStrings {
  readonly #text: string;
  readonly #member: CMember;
  /** Expressions inside strings before this place do not end, so they are none. Trying each would be quadratic. */
  #noHolesBefore = 0;
  /** The last row of `$` and `@` that no quote follows, which would be read again from each of them. */
  #bareSigns = { start: 0, end: 0 };
  /** Closing quotes, with their `#`, that do not follow any more. */
  readonly #unclosed = new Set<string>();

  constructor(text: string, member: CMember) {
    this.#text = text;
    this.#member = member;
  }

  /** Returns the end of what starts with a quote, backquote, `$`, `@` or `#`; the start if that is no string. */
  end(start: number): number {
    return this.#end(start, 0) ?? start;
  }

  /** Returns the end of the string after a word that ends here; the place itself if the word is no prefix. */
  prefixedEnd(start: number, end: number): number {
    return this.#prefixedEnd(start, end);
  }

  /** @returns undefined for a string inside an expression that does not end. */
  #end(start: number, depth: number): number | undefined {
    const text = this.#text;
    const character = text.charAt(start);
    switch (character) {
      case '"':
        return this.#tripleEnd(start, '"') ?? this.#stringEnd(start, this.#plainQuoting('"'), depth);
      case "'":
        return (
          this.#lifetimeEnd(start) ??
          this.#tripleEnd(start, "'") ??
          this.#symbolEnd(start, this.#stringEnd(start, this.#plainQuoting("'"), depth))
        );
      case '`':
        return this.#backquotedEnd(start);
      case '#':
        return this.#member.plain ? start : this.#hashedEnd(start);
      default:
        return this.#dollarSlashedEnd(start) ?? this.#cSharpEnd(start, depth);
    }
  }

  #plainQuoting(quote: string): Quoting {
    return { quote, doubled: false, acrossLines: quote === '"' && this.#member.rust, holes: 'dollars' };
  }

  /** Go has raw strings in backquotes; Kotlin, Scala and Swift names. */
  #backquotedEnd(start: number): number {
    const close = this.#member.plain ? -1 : this.#text.indexOf('`', start + 1);
    return close === -1 ? start : close + 1;
  }

  /** Rust: `'a` without a closing quote is the name of a lifetime or loop. */
  #lifetimeEnd(start: number): number | undefined {
    const text = this.#text;
    const end = nameEnd(text, start + 1);
    if (end === start + 1 || text[end] === "'" || /\d/.test(text.charAt(start + 1))) return undefined;
    return this.#member.rust || text[start - 1] === '&' || text[start - 1] === '<' ? end : undefined;
  }

  /** Scala: `'a` without a closing quote is a symbol. @param end - that of the string. */
  #symbolEnd(start: number, end: number | undefined): number | undefined {
    if (this.#member.plain || end === undefined || (end > start + 1 && this.#text[end - 1] === "'")) return end;
    return nameEnd(this.#text, start + 1);
  }

  #prefixedEnd(start: number, end: number): number {
    const text = this.#text;
    const sign = text.charAt(end);
    if (sign !== '"' && sign !== "'" && sign !== '#') return end;
    const prefix = text.slice(start, end);
    if (sign === '"' && cppRaw.has(prefix)) return this.#cppRawEnd(end);
    if (prefix === 'q' && sign === '"') return this.#linesEnd(end);
    if (this.#member.plain || !raw.has(prefix)) return end;
    if (sign === '#') return this.#hashedEnd(end);
    // Rust has byte constants with the prefix b, and r'…' only Dart.
    if (sign === "'" && (prefix !== 'r' || this.#member.rust)) return end;
    const triple = this.#tripleEnd(end, sign, false);
    if (triple !== undefined) return triple;
    const close = text.indexOf(sign, end + 1);
    return close === -1 ? text.length : close + 1;
  }

  /** Returns the end of `q"NAME`, lines and `NAME"` of D; the place itself if it is a string of another kind. */
  #linesEnd(quote: number): number {
    const text = this.#text;
    const [start = '', name] = /^"(\w{1,100})\r?\n/.exec(text.slice(quote, quote + 103)) ?? [];
    const closing = `\n${name}"`;
    if (name === undefined || this.#unclosed.has('q"')) return quote;
    const close = text.indexOf(closing, quote + start.length - 1);
    if (close !== -1) return close + closing.length;
    this.#unclosed.add('q"');
    return quote;
  }

  /** Returns the end of `$/…/$` of Groovy, in which a dollar sign escapes itself and a slash. */
  #dollarSlashedEnd(start: number): number | undefined {
    const text = this.#text;
    if (this.#member.plain || !text.startsWith('$/', start) || this.#unclosed.has('/$')) return undefined;
    for (let at = start + 2; at < text.length; at++) {
      if (text.startsWith('/$', at)) return at + 2;
      if (text.startsWith('$$', at) || text.startsWith('$/', at)) at++;
    }
    this.#unclosed.add('/$');
    return undefined;
  }

  /** Returns the end of `R"name(…)name"`; the name has at most 16 characters. */
  #cppRawEnd(quote: number): number {
    const text = this.#text;
    const name = /^"([^\s()\\]{0,16})\(/.exec(text.slice(quote, quote + 20))?.[1];
    if (name === undefined) return backslashStringEnd(text, quote + 1, '"');
    const close = text.indexOf(`)${name}"`, quote);
    return close === -1 ? text.length : close + name.length + 2;
  }

  /**
   * `#"…"#` of Swift and `r#"…"#` of Rust, with any number of `#`. Swift may have three quotes, or a slash around a
   * regular expression.
   */
  #hashedEnd(start: number): number {
    const text = this.#text;
    let quote = start;
    while (text[quote] === '#') quote++;
    if (!/^(?:"|\/[^/*])/.test(text.slice(quote, quote + 2))) return quote;
    const hashes = text.slice(start, quote);
    const quotes = text.startsWith('"""', quote) ? '"""' : text.charAt(quote);
    const closing = quotes + hashes;
    if (this.#unclosed.has(closing)) return quote;
    const close = text.indexOf(closing, quote + quotes.length);
    if (close !== -1) return close + closing.length;
    this.#unclosed.add(closing);
    return quote;
  }

  /**
   * A text in three or more quotes, of Java, Kotlin, Scala, Swift, C# or Dart. In C the same signs are strings side by
   * side, so it must end.
   *
   * @param escapes - whether it may have escapes; they count only after a line end, which Kotlin, Scala and C# rarely
   * have with a backslash before the closing quotes.
   */
  #tripleEnd(start: number, quote: string, escapes = true): number | undefined {
    const text = this.#text;
    if (this.#member.plain || !text.startsWith(quote.repeat(3), start) || this.#unclosed.has(quote)) return undefined;
    const opened = this.#runEnd(start, quote);
    const length = opened - start;
    if (length >= 6) return opened;
    const ownLine = lineEndLength(text, blanksEnd(text, opened)) > 0;
    // C# closes with as many quotes as it opens with; Kotlin and Scala may have further quotes inside.
    const inLine = length > 3 && !ownLine ? this.#closeEnd(opened, quote, length, false, true) : undefined;
    const end =
      inLine ?? this.#closeEnd(opened, quote, ownLine ? length : 3, escapes && (ownLine || quote === "'"), false);
    if (end === undefined) this.#unclosed.add(quote);
    return end;
  }

  /** Returns the end of the first run of at least `length` quotes. */
  #closeEnd(from: number, quote: string, length: number, escapes: boolean, inLine: boolean): number | undefined {
    const text = this.#text;
    for (let at = from; at < text.length; at++) {
      const character = text[at];
      if (inLine && (character === '\n' || character === '\r')) return undefined;
      if (escapes && character === '\\') at++;
      else if (character === quote) {
        const end = this.#runEnd(at, quote);
        if (end - at >= length) return end;
        at = end - 1;
      }
    }
    return undefined;
  }

  #runEnd(start: number, quote: string): number {
    let end = start;
    while (this.#text[end] === quote) end++;
    return end;
  }

  /** `@"…"`, `$"…"`, `$@"…"` and `$$"""…"""` of C#, and `@"…"` of Objective-C. */
  #cSharpEnd(start: number, depth: number): number | undefined {
    const text = this.#text;
    if (start >= this.#bareSigns.start && start < this.#bareSigns.end) return start;
    let quote = start;
    while (text[quote] === '$' || text[quote] === '@') quote++;
    if (text[quote] !== '"') {
      this.#bareSigns = { start, end: quote };
      return start;
    }
    const prefix = text.slice(start, quote);
    const doubled = prefix.includes('@') && this.#isVerbatim(quote);
    const triple = doubled ? undefined : this.#tripleEnd(quote, '"');
    if (triple !== undefined) return triple;
    const holes = prefix.includes('$') ? 'braces' : 'dollars';
    return this.#stringEnd(quote, { quote: '"', doubled, acrossLines: doubled, holes }, depth);
  }

  /**
   * Tells `@"C:\"` of C# from `@"a \"b\""` of Objective-C: after a quote that a backslash does not escape, no other
   * part of a string follows.
   */
  #isVerbatim(quote: number): boolean {
    if (this.#member.plain) return false;
    const text = this.#text;
    const end = this.#simpleEnd(quote, { quote: '"', doubled: true, acrossLines: true, holes: 'dollars' });
    if (text[end - 2] !== '\\') return true;
    return /^[ \t]*(?:[\])};,.:?+=!&|}/\r\n]|$)/.test(text.slice(end, end + 40));
  }

  /**
   * Returns the end of a string, with the strings inside its expressions: `"${m["a"]}"`. If an expression does not end,
   * there is none.
   */
  #stringEnd(start: number, quoting: Quoting, depth: number): number | undefined {
    const { plain, rust } = this.#member;
    if (!plain && !rust && depth < maxDepth && (depth > 0 || start >= this.#noHolesBefore)) {
      const end = this.#endWithHoles(start, quoting, depth);
      if (end !== undefined || depth > 0) return end;
    }
    return depth > 0 ? undefined : this.#simpleEnd(start, quoting);
  }

  #simpleEnd(start: number, { quote, doubled, acrossLines }: Quoting): number {
    const text = this.#text;
    if (!doubled) return backslashStringEnd(text, start + 1, quote, acrossLines);
    for (let end = text.indexOf(quote, start + 1); end !== -1; end = text.indexOf(quote, end + 2)) {
      if (text[end + 1] !== quote) return end + 1;
    }
    return text.length;
  }

  #endWithHoles(start: number, { quote, doubled, acrossLines, holes }: Quoting, depth: number): number | undefined {
    const text = this.#text;
    let hasHoles = false;
    for (let at = start + 1; at < text.length; at++) {
      const character = text.charAt(at);
      const next = text.charAt(at + 1);
      if (character === quote) {
        if (!doubled || next !== quote) return at + 1;
        at++;
      } else if (!acrossLines && (character === '\n' || character === '\r')) {
        return hasHoles || depth > 0 ? this.#fail(at) : at;
      } else if (character === '\\' && !doubled && next !== '(') {
        at += next === '\r' && text[at + 2] === '\n' ? 2 : 1;
      } else if (holes === 'braces' && character === '{' && next === '{') {
        at++;
      } else {
        const opening = openingOf(character, next, holes);
        if (opening === '') continue;
        hasHoles = true;
        const end = this.#holeEnd(at + opening.length, opening, acrossLines, depth);
        if (end === undefined) return undefined;
        at = end - 1;
      }
    }
    return hasHoles || depth > 0 ? this.#fail(text.length) : text.length;
  }

  /** Returns the end of the expression inside a string. */
  #holeEnd(start: number, opening: string, acrossLines: boolean, depth: number): number | undefined {
    const text = this.#text;
    const closing = opening === '\\(' ? ')' : '}';
    let brackets = 0;
    for (let at = start; at < text.length; ) {
      const character = text.charAt(at);
      if (brackets === 0 && character === closing) return at + 1;
      if (text.startsWith('//', at) || (!acrossLines && (character === '\n' || character === '\r')))
        return this.#fail(at);
      if (brackets === 0 && opening === '{' && isFormat(text, at)) {
        // What follows the colon is the format of a number or date.
        while (at < text.length && text[at] !== '}' && text[at] !== '"' && text[at] !== '\n') at++;
        return text[at] === '}' ? at + 1 : this.#fail(at);
      }
      if ('([{'.includes(character)) brackets++;
      if (')]}'.includes(character) && --brackets < 0) return this.#fail(at);
      const end = '"\'`$@#'.includes(character) ? this.#end(at, depth + 1) : this.#wordEnd(at);
      if (end === undefined) return this.#fail(at);
      at = Math.max(end, at + 1);
    }
    return this.#fail(text.length);
  }

  #wordEnd(start: number): number {
    const end = nameEnd(this.#text, start);
    return end === start ? end : this.#prefixedEnd(start, end);
  }

  #fail(at: number): undefined {
    this.#noHolesBefore = Math.max(this.#noHolesBefore, at);
    return undefined;
  }
}

function openingOf(character: string, next: string, holes: 'braces' | 'dollars'): string {
  if (holes === 'braces') return character === '{' ? '{' : '';
  if (character === '$' && next === '{') return '${';
  return character === '\\' ? '\\(' : '';
}

/** Tests for a colon that is not part of `::`. */
function isFormat(text: string, at: number): boolean {
  return text[at] === ':' && text[at + 1] !== ':' && text[at - 1] !== ':';
}

function blanksEnd(text: string, start: number): number {
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end++;
  return end;
}
