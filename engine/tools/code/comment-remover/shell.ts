import { backslashStringEnd, type Comment, lineEndAfter, lineEndLength } from '../../../text/code/comment.js';
import { HereDocuments } from './here-documents.js';

/** Finds the comments of POSIX shells and bash. The content of backquotes and here-documents stays as it is. */
export function shellComments(text: string): Iterable<Comment> {
  return new ShellLexer(text).comments();
}

/** The lexer's position. Each kind ends with its own sign, and most others may start inside it. */
type Level =
  | {
      readonly kind: 'code';
      /**
       * The number of open `case` statements: for the whole level, and for each parenthesis in it. Their patterns end
       * with `)`.
       */
      readonly cases: number[];
    }
  | { readonly kind: 'double' }
  | { readonly kind: 'parameter'; readonly quoted: boolean }
  | { readonly kind: 'arithmetic'; parentheses: number };

/** Words before another command. */
const commandWords = new Set('then do else elif if while until ! { time'.split(' '));

class ShellLexer {
  readonly #text: string;
  readonly #hereDocuments: HereDocuments;
  readonly #levels: Level[] = [{ kind: 'code', cases: [0] }];
  #at = 0;
  /** Whether a word may start here, and whether it would be a command. */
  #wordStart = true;
  #commandStart = true;

  constructor(text: string) {
    this.#text = text;
    this.#hereDocuments = new HereDocuments(text);
  }

  *comments(): Generator<Comment> {
    const text = this.#text;
    while (this.#at < text.length) {
      const level = this.#levels.at(-1);
      if (level?.kind === 'code' && this.#wordStart && text[this.#at] === '#') {
        const start = this.#at;
        this.#at = lineEndAfter(text, start);
        yield { start, end: this.#at };
      } else if (level?.kind === 'code') {
        this.#code(level);
      } else if (level !== undefined) {
        this.#inside(level);
      }
    }
  }

  #code(level: Level & { kind: 'code' }): void {
    const text = this.#text;
    const character = text.charAt(this.#at);
    const lineEnd = lineEndLength(text, this.#at);
    if (lineEnd > 0) {
      this.#at = this.#hereDocuments.skip(this.#at + lineEnd);
      this.#separate(true);
    } else if (character === ' ' || character === '\t') {
      this.#at++;
      this.#wordStart = true;
    } else if (character === '\\') {
      this.#escape();
    } else if (';&|()<>'.includes(character)) {
      this.#sign(level, character);
    } else if (!this.#shared(character, false)) {
      this.#word(level);
    }
  }

  /** A continued line changes nothing, so a comment may follow it. */
  #escape(): void {
    const lineEnd = lineEndLength(this.#text, this.#at + 1);
    this.#at += 1 + Math.max(lineEnd, 1);
    if (lineEnd === 0) this.#wordStart = false;
  }

  #separate(command: boolean): void {
    this.#wordStart = true;
    this.#commandStart = command;
  }

  #sign(level: Level & { kind: 'code' }, character: string): void {
    const text = this.#text;
    if (character === '(' && text[this.#at + 1] === '(' && this.#commandStart) {
      this.#push({ kind: 'arithmetic', parentheses: 0 }, 2);
      return;
    }
    if (text.startsWith('<<', this.#at)) {
      this.#at = this.#hereDocuments.announce(this.#at);
      this.#separate(false);
      return;
    }
    this.#at++;
    this.#separate(character !== '<' && character !== '>');
    if (character === '(') level.cases.push(0);
    if (character === ')' && level.cases.at(-1) === 0) this.#closeParenthesis(level);
  }

  #closeParenthesis(level: Level & { kind: 'code' }): void {
    if (level.cases.length > 1) level.cases.pop();
    else if (this.#levels.length > 1) this.#pop(0);
  }

  #word(level: Level & { kind: 'code' }): void {
    const text = this.#text;
    const start = this.#at;
    let end = start + 1;
    while (end < text.length && !/[\s;&|()<>'"`$\\]/.test(text.charAt(end))) end++;
    const word = this.#wordStart ? text.slice(start, end) : '';
    const last = level.cases.length - 1;
    const cases = level.cases[last] ?? 0;
    if (this.#commandStart && word === 'case') level.cases[last] = cases + 1;
    if (this.#commandStart && word === 'esac') level.cases[last] = Math.max(cases - 1, 0);
    this.#at = end;
    this.#wordStart = false;
    this.#commandStart = this.#commandStart && commandWords.has(word);
  }

  /** Handles the inside of double quotes, `${…}` or `((…))`. */
  #inside(level: Exclude<Level, { kind: 'code' }>): void {
    const character = this.#text.charAt(this.#at);
    if (character === '\\') this.#at += 2;
    else if (level.kind === 'double' && character === '"') this.#pop(1);
    else if (level.kind === 'parameter' && character === '}') this.#pop(1);
    else if (level.kind === 'arithmetic' && (character === '(' || character === ')'))
      this.#parenthesis(level, character);
    else if (!this.#shared(character, level.kind === 'double' || (level.kind === 'parameter' && level.quoted)))
      this.#at++;
  }

  #parenthesis(level: Level & { kind: 'arithmetic' }, character: string): void {
    if (character === ')' && level.parentheses === 0) {
      this.#pop(this.#text[this.#at + 1] === ')' ? 2 : 1);
      return;
    }
    level.parentheses += character === '(' ? 1 : -1;
    this.#at++;
  }

  /**
   * Handles what starts the same way everywhere: quotes, and everything with a dollar sign.
   *
   * @param quoted - inside double quotes a single quote is an ordinary character, and a double one ends them.
   */
  #shared(character: string, quoted: boolean): boolean {
    const text = this.#text;
    const next = text.charAt(this.#at + 1);
    const parameter = this.#levels.at(-1)?.kind === 'parameter';
    if (character === '$' && next === '(') {
      const arithmetic = text[this.#at + 2] === '(';
      if (arithmetic) this.#push({ kind: 'arithmetic', parentheses: 0 }, 3);
      else this.#push({ kind: 'code', cases: [0] }, 2);
    } else if (character === '$' && next === '{') {
      this.#push({ kind: 'parameter', quoted }, 2);
    } else if (character === '$' && next === "'" && !quoted) {
      this.#skip(backslashStringEnd(text, this.#at + 2, "'", true));
    } else if (character === '$') {
      // $# is a parameter.
      this.#skip(this.#at + (/[#?$!@*-]/.test(next) ? 2 : 1));
    } else if (character === '`') {
      this.#skip(backslashStringEnd(text, this.#at + 1, '`', true));
    } else if (character === "'" && !quoted) {
      const close = text.indexOf("'", this.#at + 1);
      this.#skip(close === -1 ? text.length : close + 1);
    } else if (character === '"' && (!quoted || parameter)) {
      this.#push({ kind: 'double' }, 1);
    } else {
      return false;
    }
    return true;
  }

  #skip(end: number): void {
    this.#at = end;
    this.#wordStart = false;
    this.#commandStart = false;
  }

  #push(level: Level, length: number): void {
    this.#levels.push(level);
    this.#at += length;
    this.#separate(true);
  }

  #pop(length: number): void {
    this.#levels.pop();
    this.#skip(this.#at + length);
  }
}
