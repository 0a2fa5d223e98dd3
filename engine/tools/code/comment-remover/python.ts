import {
  backslashStringEnd,
  type Comment,
  isNameCharacter,
  lineEndAfter,
  nameEnd,
} from '../../../text/code/comment.js';

/** Finds the comments of Python. Docstrings are strings, not comments. */
export function pythonComments(text: string): Iterable<Comment> {
  return new PythonLexer(text).comments();
}

/** A place inside an f-string: its text, the format after a colon, or an expression, with the brackets open in it. */
interface Level {
  readonly quote: string;
  kind: 'text' | 'format' | 'expression';
  brackets: number;
}

/**
 * f-strings nest without limit and may contain their own quotes (PEP 701), so the lexer's position in them is a stack.
 */
class PythonLexer {
  readonly #text: string;
  readonly #levels: Level[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  *comments(): Generator<Comment> {
    const text = this.#text;
    while (this.#at < text.length) {
      const level = this.#levels.at(-1);
      if (level !== undefined && level.kind !== 'expression') {
        this.#formattedText(level);
      } else if (text[this.#at] === '#') {
        const start = this.#at;
        this.#at = lineEndAfter(text, start);
        yield { start, end: this.#at };
      } else {
        this.#code(level);
      }
    }
  }

  #code(level: Level | undefined): void {
    const text = this.#text;
    const character = text.charAt(this.#at);
    if (isNameCharacter(character)) {
      const end = nameEnd(text, this.#at);
      const formatted = end - this.#at <= 2 && /^(?:f|rf|fr|t|rt|tr)$/i.test(text.slice(this.#at, end));
      this.#at = end;
      if (formatted && (text[end] === '"' || text[end] === "'")) this.#openFormatted();
    } else if (character === '"' || character === "'") {
      this.#at = stringEnd(text, this.#at);
    } else {
      if (level !== undefined) this.#bracket(level, character);
      this.#at++;
    }
  }

  #openFormatted(): void {
    const quote = quoteAt(this.#text, this.#at);
    this.#at += quote.length;
    this.#levels.push({ quote, kind: 'text', brackets: 0 });
  }

  /** Handles brackets of an expression; its end, and where its format starts. */
  #bracket(level: Level, character: string): void {
    if ('([{'.includes(character)) level.brackets++;
    else if (character === '}' && level.brackets === 0) this.#levels.pop();
    else if (')]}'.includes(character)) level.brackets--;
    else if (character === ':' && level.brackets === 0) level.kind = 'format';
  }

  #formattedText({ quote, kind }: Level): void {
    const text = this.#text;
    const character = text.charAt(this.#at);
    const braces = text.slice(this.#at, this.#at + 2);
    if (character === '\\') {
      // A brace opens an expression after a backslash as well.
      this.#at += /[{}]/.test(text.charAt(this.#at + 1)) ? 1 : 2;
    } else if (kind === 'text' && (braces === '{{' || braces === '}}')) {
      this.#at += 2;
    } else if (character === '{') {
      this.#levels.push({ quote, kind: 'expression', brackets: 0 });
      this.#at++;
    } else if (character === '}' && kind === 'format') {
      this.#levels.pop();
      this.#at++;
    } else if (text.startsWith(quote, this.#at)) {
      this.#closeFormatted();
      this.#at += quote.length;
    } else if (quote.length === 1 && (character === '\n' || character === '\r')) {
      this.#closeFormatted();
    } else {
      this.#at++;
    }
  }

  /** Ends the f-string, and any unclosed expression in it. */
  #closeFormatted(): void {
    while (this.#levels.pop()?.kind !== 'text');
  }
}

/** Returns one quote, or three of the same. */
function quoteAt(text: string, at: number): string {
  const quote = text.charAt(at);
  return text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
}

function stringEnd(text: string, start: number): number {
  const quote = quoteAt(text, start);
  if (quote.length === 1) return backslashStringEnd(text, start + 1, quote);
  for (let i = start + 3; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text.startsWith(quote, i)) return i + 3;
  }
  return text.length;
}
