import {
  backslashStringEnd,
  blockCommentEnd,
  type Comment,
  isNameCharacter,
  lineEndAfter,
  nameEnd,
} from '../../../text/code/comment.js';

/** The comments of JavaScript and TypeScript, without JSX. */
export function javaScriptComments(text: string): Iterable<Comment> {
  return new JavaScriptLexer(text).comments();
}

/** What the last token says of a slash behind it: it divides what the token ended, or it starts a regular expression. */
type Before = 'operand' | 'operator';

/** What an open bracket means for a slash behind the closing one; `template` is the `${` of a template literal. */
type Bracket = Before | 'template';

/** Words in front of an expression. Behind any other word a slash divides. */
const operatorWords = new Set(
  'return typeof instanceof in of new delete void throw case do else yield await default extends'.split(' '),
);

/** Words whose parentheses are followed by a statement. */
const statementWords = new Set(['if', 'while', 'for', 'with']);

/** Words whose braces hold statements. */
const blockWords = new Set(['else', 'do', 'try', 'finally']);

class JavaScriptLexer {
  readonly #text: string;
  #at = 0;
  #before: Before = 'operator';
  /** The last word, if it is the last token and no property; it tells what a bracket behind it is. */
  #word = '';
  /** The last token, if it is a sign. */
  #sign = ';';
  /** Up to here no slash starts a regular expression: an earlier one of the line found no end, and lines are read once. */
  #noneBefore = 0;
  readonly #brackets: Bracket[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  *comments(): Generator<Comment> {
    const text = this.#text;
    if (text.startsWith('#!')) {
      const end = lineEndAfter(text, 0);
      yield { start: 0, end };
      this.#at = end;
    }
    while (this.#at < text.length) {
      const start = this.#at;
      if (text.startsWith('//', start)) {
        this.#at = lineEndAfter(text, start);
        yield { start, end: this.#at };
      } else if (text.startsWith('/*', start)) {
        this.#at = blockCommentEnd(text, start);
        yield { start, end: this.#at };
      } else {
        this.#token(text.charAt(start));
      }
    }
  }

  #token(character: string): void {
    const text = this.#text;
    if (/\s/.test(character)) {
      this.#at++;
    } else if (character === '"' || character === "'") {
      this.#operand(backslashStringEnd(text, this.#at + 1, character));
    } else if (character === '`') {
      this.#template(this.#at + 1);
    } else if (/\d/.test(character) || (character === '.' && /\d/.test(text.charAt(this.#at + 1)))) {
      this.#operand(numberEnd(text, this.#at));
    } else if (isNameCharacter(character) || character === '#' || character === '\\') {
      this.#name();
    } else if (character === '/') {
      this.#slash();
    } else if ('([{'.includes(character)) {
      this.#open(character);
    } else if (')]}'.includes(character)) {
      this.#close(character);
    } else {
      this.#operator(character);
    }
  }

  #operand(end: number): void {
    this.#at = end;
    this.#before = 'operand';
    this.#word = '';
    this.#sign = '';
  }

  #name(): void {
    const end = nameEnd(this.#text, this.#at + 1);
    const word = this.#text.slice(this.#at, end);
    const property = this.#sign === '.';
    this.#operand(end);
    if (property) return;
    this.#word = word;
    if (operatorWords.has(word)) this.#before = 'operator';
  }

  #operator(character: string): void {
    const twice = this.#text[this.#at + 1] === character;
    // Behind an operand ++ and -- belong to it, and so does the ! of TypeScript.
    const postfix =
      ((character === '+' || character === '-') && twice) || (character === '!' && this.#text[this.#at + 1] !== '=');
    const keeps = postfix && this.#before === 'operand';
    this.#at += twice || (character === '=' && this.#text[this.#at + 1] === '>') ? 2 : 1;
    this.#sign = this.#text.slice(this.#at - 2, this.#at) === '=>' ? '=>' : character;
    this.#word = '';
    if (!keeps) this.#before = 'operator';
  }

  #slash(): void {
    const mayStart = this.#before === 'operator' && this.#at >= this.#noneBefore;
    const end = mayStart ? regularExpressionEnd(this.#text, this.#at) : -1;
    if (mayStart && end === -1) this.#noneBefore = lineEndAfter(this.#text, this.#at);
    if (end === -1) this.#operator('/');
    else this.#operand(end);
  }

  #open(character: string): void {
    this.#brackets.push(this.#meaning(character));
    this.#at++;
    this.#before = 'operator';
    this.#word = '';
    this.#sign = character;
  }

  /** What stands behind the bracket that closes this one: behind the condition of an `if` and behind a block, a statement. */
  #meaning(character: string): Before {
    if (character === '(') return statementWords.has(this.#word) ? 'operator' : 'operand';
    if (character === '[') return 'operand';
    // A brace behind a name or a parenthesis holds a body, behind other operators an object.
    const behindBody = [';', '{', '}', ')', '=>', ':'].includes(this.#sign);
    return behindBody || blockWords.has(this.#word) || this.#before === 'operand' ? 'operator' : 'operand';
  }

  #close(character: string): void {
    const meaning = this.#brackets.pop();
    this.#at++;
    this.#word = '';
    this.#sign = character;
    if (meaning === 'template') this.#template(this.#at);
    else this.#before = meaning ?? 'operand';
  }

  /** The rest of a template literal, up to its end or the next expression in it. */
  #template(start: number): void {
    const text = this.#text;
    for (let i = start; i < text.length; i++) {
      if (text[i] === '\\') {
        i++;
      } else if (text[i] === '`') {
        this.#operand(i + 1);
        return;
      } else if (text[i] === '$' && text[i + 1] === '{') {
        this.#at = i + 2;
        this.#brackets.push('template');
        this.#before = 'operator';
        this.#word = '';
        this.#sign = '(';
        return;
      }
    }
    this.#at = text.length;
  }
}

/** @returns -1 if the line ends first: then it is none. */
function regularExpressionEnd(text: string, start: number): number {
  let inClass = false;
  for (let i = start + 1; i < text.length; i++) {
    const character = text[i];
    if (character === '\n' || character === '\r') return -1;
    if (character === '\\') i++;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) return nameEnd(text, i + 1);
  }
  return -1;
}

function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while (/[\w.]/.test(text.charAt(end))) end++;
  return end;
}
