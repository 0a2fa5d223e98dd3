import type { Span } from '../span.js';
import { isNameCharacter, lineEndAfter, lineEndLength } from './comment.js';

/** A line of `GO` or `GO 5` (sqlcmd) or of `/` (SQL*Plus), before a comment of which nothing else is part. */
const batchSeparator = /(?:GO(?:[ \t]+\d+)?(?=[ \t]*(?:--.*)?$)|\/(?=[ \t]*$))/imy;
/** In other databases than MySQL, `DELIMITER ','` is an option of COPY. */
const mysqlDelimiter = /DELIMITER[ \t]+(\S+)/iy;
const sqlDelimiter = /DELIMITER[ \t]+([^\w\s'"]\S*)(?=[ \t]*$)/imy;
/** Commands of the client mysql that need no semicolon, and those of SQL*Plus and sqlite3. */
const mysqlCommand = /(?:use|source)[ \t]+[^\s;]+(?=[ \t]*$)/imy;
const sqlCommand =
  /(?:(?:prompt|rem|remark|spool)(?=\s|$)|whenever[ \t]+(?:sql|os)error\b|set[ \t]+(?:serveroutput|define|echo|feedback|heading|linesize|pagesize|termout|verify|timing|sqlblanklines)\b|\.(?:bail|dump|echo|headers?|import|load|mode|nullvalue|once|open|output|print|read|schema|separator|tables|timeout|width)\b)/iy;
/** `\connect` and the like of psql; `\.` and the like of mysql, where `\G` ends a statement and the line goes on. */
const psqlMeta = /\\[A-Za-z!?.]/y;
const mysqlMeta = /\\[.!uTPR](?=[ \t])/y;
const copyFromStdin = /^\\copy\b.*\bfrom[ \t]+p?stdin\b/i;

/** A command with the rest of its line, or what ends a statement instead of a semicolon. */
interface ClientToken extends Span {
  readonly kind: 'command' | 'delimiter';
}

/**
 * What command-line clients read themselves in a script and do not send to the database. They depend on line ends:
 * sqlcmd's `GO`, SQL*Plus's `/`, mysql's `DELIMITER //`, psql's `\connect`, and the data after `COPY … FROM stdin;`.
 */
export class SqlClient {
  readonly #text: string;
  readonly #mysql: boolean;
  /** What ends a statement instead of a semicolon. */
  #delimiter = '';
  #startsStatement = true;
  /** How much was read of `COPY … FROM stdin`. */
  #copy: 'no' | 'copy' | 'from' | 'stdin' = 'no';
  #dataStart = -1;
  /** Searching again and again for an end that does not exist would be quadratic. */
  #dataNeverEnds = false;

  constructor(text: string, mysql: boolean) {
    this.#text = text;
    this.#mysql = mysql;
  }

  /** Returns the command or delimiter that starts here. */
  tokenAt(start: number): ClientToken | undefined {
    const text = this.#text;
    if (this.#delimiter !== '' && text.startsWith(this.#delimiter, start)) {
      return { kind: 'delimiter', start, end: start + this.#delimiter.length };
    }
    const end = this.#commandEnd(start);
    return end > start ? { kind: 'command', start, end } : undefined;
  }

  /** Returns where a word ends that contains the delimiter, as in `END$$`. */
  beforeDelimiter(start: number, end: number): number {
    if (this.#delimiter === '' || !isNameCharacter(this.#delimiter[0])) return end;
    const at = this.#text.slice(start, end + this.#delimiter.length - 1).indexOf(this.#delimiter);
    return at > 0 ? start + at : end;
  }

  /** Returns the end of the data that start here, after their statement; the start if none do. */
  dataEnd(start: number): number {
    if (start !== this.#dataStart || this.#dataNeverEnds) return start;
    const text = this.#text;
    const lineEnd = blanksEnd(text, start);
    if (lineEndLength(text, lineEnd) === 0) return start;
    for (let at = text.indexOf('\n\\.', lineEnd); at !== -1; at = text.indexOf('\n\\.', at + 1)) {
      if (at + 3 === text.length || lineEndLength(text, at + 3) > 0) return at + 3;
    }
    this.#dataNeverEnds = true;
    return start;
  }

  /** Records a token that was read. */
  pass({ kind, start, end }: Span & { readonly kind: string }): void {
    if (kind === 'space' || kind === 'comment' || kind === 'hint') return;
    const text = this.#text;
    const ends = kind === 'command' || kind === 'delimiter' || kind === 'data' || text[start] === ';';
    if (ends) {
      const copies = kind === 'command' ? copyFromStdin.test(text.slice(start, end)) : this.#copy === 'stdin';
      this.#dataStart = copies && !this.#mysql ? end : -1;
      this.#copy = 'no';
    } else if (this.#startsStatement || this.#copy !== 'no') {
      this.#copy = this.#copyAfter(kind === 'word' ? text.slice(start, end).toLowerCase() : '');
    }
    this.#startsStatement = ends;
  }

  #copyAfter(word: string): 'no' | 'copy' | 'from' | 'stdin' {
    if (this.#startsStatement) return word === 'copy' ? 'copy' : 'no';
    if (this.#copy === 'stdin') return 'stdin';
    if (this.#copy === 'from' && word === 'stdin') return 'stdin';
    return word === 'from' ? 'from' : 'copy';
  }

  #commandEnd(start: number): number {
    const text = this.#text;
    const first = text.charAt(start);
    if (first === '\\') return matches(this.#mysql ? mysqlMeta : psqlMeta, text, start) ? this.#lineEnd(start) : start;
    if (!'gGdD/.uUsSpPrRwW'.includes(first) || !startsLine(text, start)) return start;
    if (matches(batchSeparator, text, start)) return batchSeparator.lastIndex;
    const pattern = this.#mysql ? mysqlDelimiter : sqlDelimiter;
    pattern.lastIndex = start;
    const delimiter = pattern.exec(text)?.[1];
    if (delimiter !== undefined) {
      this.#delimiter = delimiter === ';' ? '' : delimiter;
      return this.#lineEnd(start);
    }
    const command = this.#mysql ? mysqlCommand : sqlCommand;
    return this.#startsStatement && matches(command, text, start) ? this.#lineEnd(start) : start;
  }

  /** Returns the end of the line without the blanks at its end. */
  #lineEnd(start: number): number {
    let end = lineEndAfter(this.#text, start);
    while (isBlank(this.#text[end - 1])) end--;
    return end;
  }
}

function matches(pattern: RegExp, text: string, start: number): boolean {
  pattern.lastIndex = start;
  return pattern.test(text);
}

function startsLine(text: string, start: number): boolean {
  let before = start - 1;
  while (isBlank(text[before])) before--;
  return before < 0 || text[before] === '\n' || text[before] === '\r';
}

function blanksEnd(text: string, start: number): number {
  let end = start;
  while (isBlank(text[end])) end++;
  return end;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
