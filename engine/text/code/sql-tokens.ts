import type { Span } from '../span.js';
import { isWhiteSpace } from '../unicode/white-space.js';
import { blockCommentEnd, isNameCharacter, lineEndAfter, nameEnd } from './comment.js';
import { SqlClient } from './sql-client.js';

/**
 * `sql` is what the SQL standard, PostgreSQL, SQL Server, Oracle and SQLite have in common. `mysql` means MySQL and
 * MariaDB, where a backslash escapes, `#` starts a comment, and `--` does so only before a blank.
 */
export type SqlFamily = 'sql' | 'mysql';

export interface SqlToken extends Span {
  /**
   * `quoted` is a string or a quoted name; `hint` is a comment that databases act on (`/*+`, Oracle's `--+`, and in
   * MySQL `/*!`, MariaDB's `/*M!` and TiDB's `/*T!`); `symbol` is one character of any other kind.
   *
   * What a client reads itself: `command` needs the rest of its line, `delimiter` ends a statement instead of `;`, and
   * `data` are the lines after `COPY … FROM stdin;`, with the line end before them.
   */
  readonly kind: 'space' | 'comment' | 'hint' | 'quoted' | 'word' | 'symbol' | 'command' | 'delimiter' | 'data';
}

/**
 * Splits SQL into tokens without parsing it; joined, the tokens are the text. Linear in its length.
 *
 * A caller that finds the end of a token itself passes it to `next`.
 *
 * @throws {ToolError} with the place of a comment that is never closed.
 */
export function* sqlTokens(text: string, family: SqlFamily): Generator<SqlToken, undefined, number | undefined> {
  const lexer = new SqlLexer(text, family);
  for (let start = 0; start < text.length; ) {
    const token = lexer.tokenAt(start);
    const end = yield token;
    start = end ?? token.end;
  }
}

class SqlLexer {
  readonly #text: string;
  readonly #mysql: boolean;
  /**
   * Oracle, SQLite and MySQL do not nest comments. If nesting would leave a comment open, the text was written for
   * them.
   */
  #nests: boolean;
  #lastDollarTags: Map<string, number> | undefined;
  /** Oracle reads `--+` as a hint only after SELECT and the like. Elsewhere it may be the frame of a table. */
  #takesHint = false;
  readonly #client: SqlClient;

  constructor(text: string, family: SqlFamily) {
    this.#text = text;
    this.#mysql = family === 'mysql';
    this.#nests = !this.#mysql;
    this.#client = new SqlClient(text, this.#mysql);
  }

  tokenAt(start: number): SqlToken {
    const data = this.#client.dataEnd(start);
    const token = data > start ? { kind: 'data' as const, start, end: data } : this.#tokenAt(start);
    this.#client.pass(token);
    if (token.kind !== 'space' && token.kind !== 'comment') this.#takesHint = this.#isVerb(token);
    return token;
  }

  #tokenAt(start: number): SqlToken {
    const text = this.#text;
    if (isWhiteSpace(text.charCodeAt(start))) {
      let end = start + 1;
      while (end < text.length && isWhiteSpace(text.charCodeAt(end))) end++;
      return { kind: 'space', start, end };
    }
    const client = this.#client.tokenAt(start);
    if (client !== undefined) return client;
    if (this.#startsLineComment(start)) {
      const hint = this.#takesHint && text[start + 2] === '+';
      return { kind: hint ? 'hint' : 'comment', start, end: lineEndAfter(text, start) };
    }
    if (text.startsWith('/*', start)) {
      const hint = (this.#mysql ? /^(?:\+|[MT]?!)/ : /^\+/).test(text.slice(start + 2, start + 4));
      return { kind: hint ? 'hint' : 'comment', start, end: this.#blockCommentEnd(start) };
    }
    const quotedEnd = this.#quotedEnd(start);
    if (quotedEnd > start) return { kind: 'quoted', start, end: quotedEnd };
    if (isNameCharacter(text[start])) return this.#word(start);
    return { kind: 'symbol', start, end: start + 1 };
  }

  #isVerb({ kind, start, end }: SqlToken): boolean {
    if (this.#mysql || kind !== 'word') return false;
    return /^(?:select|insert|update|delete|merge)$/i.test(this.#text.slice(start, Math.min(end, start + 7)));
  }

  #startsLineComment(start: number): boolean {
    const text = this.#text;
    if (this.#mysql && text[start] === '#') return true;
    if (!text.startsWith('--', start)) return false;
    return !this.#mysql || start + 2 >= text.length || isWhiteSpace(text.charCodeAt(start + 2));
  }

  #blockCommentEnd(start: number): number {
    if (this.#nests) {
      const end = this.#nestedCommentEnd(start);
      if (end !== -1) return end;
      this.#nests = false;
    }
    return blockCommentEnd(this.#text, start);
  }

  #nestedCommentEnd(start: number): number {
    const marks = /\/\*|\*\//g;
    marks.lastIndex = start;
    let depth = 0;
    for (let mark = marks.exec(this.#text); mark !== null; mark = marks.exec(this.#text)) {
      depth += mark[0] === '/*' ? 1 : -1;
      if (depth === 0) return marks.lastIndex;
    }
    return -1;
  }

  /** Returns the end of the quoted token, or `start` itself if nothing quoted starts here. */
  #quotedEnd(start: number): number {
    const text = this.#text;
    const first = text[start];
    if (first === "'" || first === '"' || first === '`') {
      return this.#mysql && first !== '`' ? this.#escapedEnd(start) : this.#doubledEnd(start, first);
    }
    if (first === '$' && !this.#mysql) return this.#dollarQuotedEnd(start);
    if (first === '[' && !this.#mysql && !endsOperand(text, start)) {
      const close = text.slice(start, start + 130).search(/[\]\r\n]/);
      return close !== -1 && text[start + close] === ']' ? start + close + 1 : start;
    }
    return start;
  }

  /** Inside, a quote is written twice. */
  #doubledEnd(start: number, quote: string): number {
    const text = this.#text;
    for (let end = text.indexOf(quote, start + 1); end !== -1; end = text.indexOf(quote, end + 2)) {
      if (text[end + 1] !== quote) return end + 1;
    }
    return text.length;
  }

  /** Inside, a quote is written twice or after a backslash. */
  #escapedEnd(start: number): number {
    const text = this.#text;
    const quote = text[start];
    for (let i = start + 1; i < text.length; i++) {
      if (text[i] === '\\') i++;
      else if (text[i] === quote && text[++i] !== quote) return i;
    }
    return text.length;
  }

  /** PostgreSQL's `$$…$$` and `$name$…$name$`; only if the closing tag exists, as `$1` may mean anything. */
  #dollarQuotedEnd(start: number): number {
    const tag = dollarTag(this.#text, start);
    if (tag === undefined) return start;
    this.#lastDollarTags ??= lastDollarTags(this.#text);
    const last = this.#lastDollarTags.get(tag) ?? -1;
    return last < start + tag.length ? start : this.#text.indexOf(tag, start + tag.length) + tag.length;
  }

  /**
   * Reads a word or number, including `$` as in PostgreSQL, and a quoted part directly after it that belongs to it, as
   * in `E'\n'` and `q'[it's]'`.
   */
  #word(start: number): SqlToken {
    const text = this.#text;
    const end = this.#client.beforeDelimiter(start, nameEnd(text, start));
    if (text[end] === "'" && !this.#mysql && end - start <= 2) {
      const prefix = text.slice(start, end).toLowerCase();
      if (prefix === 'e') return { kind: 'quoted', start, end: this.#escapedEnd(end) };
      if (prefix === 'q' || prefix === 'nq') return { kind: 'quoted', start, end: this.#oracleQuotedEnd(end) };
    }
    return { kind: 'word', start, end };
  }

  /** `q'[…]'` holds anything up to the closing bracket and the quote. */
  #oracleQuotedEnd(quote: number): number {
    const text = this.#text;
    const open = text.charAt(quote + 1);
    if (open === '' || isWhiteSpace(open.charCodeAt(0))) return this.#doubledEnd(quote, "'");
    const bracket = '[{(<'.indexOf(open);
    const close = text.indexOf(`${bracket === -1 ? open : ']})>'.charAt(bracket)}'`, quote + 2);
    return close === -1 ? text.length : close + 2;
  }
}

/** `arr[1]` is not a quoted name. */
function endsOperand(text: string, end: number): boolean {
  const before = text[end - 1];
  return isNameCharacter(before) || before === ']' || before === ')' || before === '"';
}

const dollarTagPattern = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]{0,62})?\$/y;

function dollarTag(text: string, start: number): string | undefined {
  dollarTagPattern.lastIndex = start;
  return dollarTagPattern.exec(text)?.[0];
}

/** Returns where each tag occurs last. Searching again and again for a tag that does not exist would be quadratic. */
function lastDollarTags(text: string): Map<string, number> {
  const last = new Map<string, number>();
  for (let at = text.indexOf('$'); at !== -1; at = text.indexOf('$', at + 1)) {
    const tag = dollarTag(text, at);
    if (tag !== undefined) last.set(tag, at);
  }
  return last;
}
