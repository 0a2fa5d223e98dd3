import type { Span } from '../span.js';
import { backslashStringEnd, blockCommentEnd, type Comment, isNameCharacter } from './comment.js';
import {
  escapedNameEnd,
  isDigit,
  isLineEnd,
  isWhiteSpace,
  lineEnd,
  numberEnd,
  regularExpressionEnd,
  signEnd,
} from './javascript-tokens.js';

/**
 * Finds the comments of JavaScript and TypeScript, without JSX. HTML-like comments stay: in a module `<!--` is
 * operators.
 *
 * @throws {ToolError} with the place of a comment that is never closed.
 */
export function* javaScriptComments(text: string): Generator<Comment> {
  const lexer = new JavaScriptLexer(text, false);
  for (let part = lexer.next(); part !== undefined; part = lexer.next()) {
    const { kind, start, end } = part;
    if (kind === 'block comment') blockCommentEnd(text, start);
    if (kind === 'block comment' || kind === 'line comment') yield { start, end };
  }
}

/**
 * Divides JavaScript and TypeScript, without JSX, into tokens and comments. A template literal is one token, with the
 * expressions in it. HTML-like comments are line comments.
 */
export function* javaScriptTokens(text: string): Generator<JavaScriptToken> {
  const lexer = new JavaScriptLexer(text, true);
  let templateStart = -1;
  let ambiguous = false;
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (lexer.inTemplate) {
      if (templateStart === -1) templateStart = token.start;
      ambiguous ||= token.ambiguous ?? false;
    } else if (templateStart === -1) {
      yield token;
    } else {
      yield { kind: 'template', start: templateStart, end: token.end, ambiguous };
      templateStart = -1;
    }
  }
  if (templateStart !== -1) yield { kind: 'template', start: templateStart, end: text.length, ambiguous };
}

/** A token or a comment. */
export interface JavaScriptToken extends Span {
  readonly kind:
    | 'block comment'
    | 'line comment'
    | 'name'
    | 'number'
    | 'regular expression'
    | 'sign'
    | 'string'
    | 'template';
  /** Of a name: whether it follows a dot. */
  readonly property?: boolean;
  /** Of a bracket. */
  readonly bracket?: Bracket | undefined;
  /** Whether an HTML-like comment in it can also be operators and operands, as in a module. */
  readonly ambiguous?: boolean;
}

/**
 * What the last token says about a slash after it: after an operand it divides, otherwise it starts a regular
 * expression.
 */
type Before = 'operand' | 'operator';

/**
 * What an open bracket says about a slash after the closing one: after an `object` it divides, after the `condition` of
 * an `if` or the like it starts a regular expression. `template` is the `${` of a template literal.
 */
export type Bracket = Before | 'object' | 'condition' | 'template';

/** Words before an expression. After any other word a slash divides, except after the `of` of a loop. */
const operatorWords = new Set(
  'return typeof instanceof in new delete void throw case do else yield await default extends'.split(' '),
);

/** Words whose parentheses are followed by a statement. */
const statementWords = new Set(['if', 'while', 'for', 'with']);

/** Words whose braces contain statements. */
const blockWords = new Set(['else', 'do', 'try', 'finally']);

/** Words that are a whole statement. */
const wholeStatements = new Set(['break', 'continue', 'debugger']);
/** Words that a name completes to a statement, in the same line and in any. */
const jumpWords = new Set(['break', 'continue']);
const variableWords = new Set(['let', 'var', 'const']);
/** Words that a string completes to a statement. */
const moduleWords = new Set(['from', 'import']);

/** Words that are a whole statement if their line ends. */
const restrictedWords = new Set(['break', 'continue', 'return', 'yield']);

/** Words before a statement or a declaration. */
const declarationWords = new Set(['else', 'do', 'default']);

/**
 * js-tokens 10.0.0 distinguishes regular expressions from divisions less well: of 18,741 random valid texts it got 73
 * wrong and this lexer 9, and it misreads `a! / b` of TypeScript. Both are linear. Its option for JSX misreads `<T>a`.
 */
class JavaScriptLexer {
  readonly #text: string;
  readonly #htmlComments: boolean;
  #at = 0;
  #before: Before = 'operator';
  /** The last word, if it is the last token and not a property; it decides what a following bracket means. */
  #word = '';
  /** Whether the last token is a declared variable without a value, or a comma after it. */
  #declares = false;
  /** Whether a line end after the last token ends a statement, whatever follows. */
  #mayBeWhole = false;
  /** Whether the last word, `async`, starts an expression. */
  #asyncExpression = false;
  /** The last token, if it is a sign. */
  #sign = ';';
  /**
   * Up to here no slash starts a regular expression: an earlier one of the line had no end, and lines are read once.
   */
  #noneBefore = 0;
  /** Whether a line ended since the last token: then ++, -- and ! belong to the next one. */
  #lineEnded = true;
  readonly #brackets: Bracket[] = [];
  /** The number of `?` that wait for their `:` inside the innermost bracket, and then inside those around it. */
  #conditions = 0;
  readonly #outerConditions: number[] = [];
  /** Numbers of open brackets at which the body of a function or class expression is still to come. */
  readonly #bodies: number[] = [];

  /** The number of template literals whose expressions are open. */
  #templates = 0;

  constructor(text: string, htmlComments: boolean) {
    this.#text = text;
    this.#htmlComments = htmlComments;
  }

  /** Whether the last part ended inside a template literal. */
  get inTemplate(): boolean {
    return this.#templates > 0;
  }

  /**
   * Returns the next token or comment. Those of a template literal are the texts between its expressions. No generator:
   * one inside another took twice the time.
   */
  next(): JavaScriptToken | undefined {
    const text = this.#text;
    if (this.#at === 0 && text.startsWith('#!')) return this.#lineComment(0);
    for (; this.#at < text.length; this.#at++) {
      const character = text.charAt(this.#at);
      if (!isWhiteSpace(character)) return this.#part(character, this.#at);
      this.#lineEnded ||= isLineEnd(character);
    }
    return undefined;
  }

  #part(character: string, start: number): JavaScriptToken {
    const second = character === '/' ? this.#text[start + 1] : '';
    if (second === '/') return this.#lineComment(start);
    if (second === '*') return this.#blockComment(start);
    if (this.#htmlComments && this.#startsHtmlComment(character)) {
      return this.#lineComment(start, this.#isAmbiguous(character));
    }
    const token = this.#token(character);
    this.#lineEnded = false;
    return token;
  }

  #lineComment(start: number, ambiguous = false): JavaScriptToken {
    this.#at = lineEnd(this.#text, start);
    return { kind: 'line comment', start, end: this.#at, ambiguous };
  }

  #blockComment(start: number): JavaScriptToken {
    const close = this.#text.indexOf('*/', start + 2);
    this.#at = close === -1 ? this.#text.length : close + 2;
    this.#lineEnded ||= /[\n\r\u2028\u2029]/.test(this.#text.slice(start, this.#at));
    return { kind: 'block comment', start, end: this.#at };
  }

  /** `-->` only at the start of a line; see https://tc39.es/ecma262/#sec-html-like-comments. */
  #startsHtmlComment(character: string): boolean {
    if (character === '<') return this.#text.startsWith('<!--', this.#at);
    return character === '-' && this.#lineEnded && this.#text.startsWith('-->', this.#at);
  }

  /** Without an operand before it, `<!--` is an error in a module. */
  #isAmbiguous(character: string): boolean {
    return this.#before === 'operand' && character === '<';
  }

  #token(character: string): JavaScriptToken {
    const text = this.#text;
    const start = this.#at;
    let kind: JavaScriptToken['kind'] = 'sign';
    let property = false;
    let bracket: Bracket | undefined;
    if (character === '"' || character === "'") {
      kind = 'string';
      const mayBeWhole = moduleWords.has(this.#word);
      this.#operand(backslashStringEnd(text, start + 1, character));
      this.#mayBeWhole = mayBeWhole;
    } else if (character === '`') {
      kind = 'template';
      this.#template(start + 1);
    } else if (isDigit(character) || (character === '.' && isDigit(text.charAt(start + 1)))) {
      kind = 'number';
      this.#operand(numberEnd(text, start));
    } else if (isNameCharacter(character) || character === '#' || character === '\\') {
      kind = 'name';
      property = this.#sign === '.';
      this.#name();
    } else if (character === '/') {
      if (this.#slash()) kind = 'regular expression';
    } else if (character === '(' || character === '[' || character === '{') {
      bracket = this.#open(character);
    } else if (character === ')' || character === ']' || character === '}') {
      bracket = this.#close(character);
    } else {
      this.#operator(character);
    }
    return { kind, start, end: this.#at, property, bracket };
  }

  #operand(end: number): void {
    this.#at = end;
    this.#before = 'operand';
    this.#declares = false;
    this.#mayBeWhole = false;
    this.#word = '';
    this.#sign = '';
  }

  #name(): void {
    const end = escapedNameEnd(this.#text, this.#at);
    const word = this.#text.slice(this.#at, end);
    const property = this.#sign === '.';
    const ofLoop = word === 'of' && this.#before === 'operand' && this.#brackets.at(-1) === 'condition';
    const inExpression = !property && this.#startsExpression();
    if (inExpression && (word === 'function' || word === 'class')) this.#expectBody();
    const inForAwait = word === 'await' && this.#word === 'for';
    const declares = variableWords.has(this.#word) || (this.#declares && this.#sign === ',');
    const isTarget = jumpWords.has(this.#word) && !this.#lineEnded;
    this.#operand(end);
    if (property) return;
    this.#declares = declares;
    this.#mayBeWhole = declares || isTarget || wholeStatements.has(word);
    this.#word = inForAwait ? 'for' : word;
    this.#asyncExpression = inExpression && word === 'async';
    if (operatorWords.has(word) || ofLoop) this.#before = 'operator';
  }

  /** Tests whether a word like `function` starts an expression here, not a declaration or the name of a property. */
  #startsExpression(): boolean {
    if (this.#before === 'operand') return this.#asyncExpression && this.#word === 'async';
    if (this.#word !== '') return !declarationWords.has(this.#word) && !this.#endsWithLine();
    const inObject = this.#brackets.at(-1) === 'object';
    return inObject ? !'{,'.includes(this.#sign) : ![';', '{', '}', ')', ':'].includes(this.#sign);
  }

  #endsWithLine(): boolean {
    return this.#lineEnded && restrictedWords.has(this.#word);
  }

  #expectBody(): void {
    if (this.#bodies.at(-1) !== this.#brackets.length) this.#bodies.push(this.#brackets.length);
  }

  #operator(character: string): void {
    const end = signEnd(this.#text, this.#at);
    const operator = this.#text.slice(this.#at, end);
    // After an operand ++ and -- belong to it, and so does the ! of TypeScript.
    const postfix = operator === '++' || operator === '--' || operator === '!';
    const keeps = postfix && this.#before === 'operand' && !this.#lineEnded;
    this.#at = end;
    this.#declares &&= character === ',';
    this.#mayBeWhole = false;
    this.#sign = signOf(operator);
    this.#word = '';
    if (!keeps) this.#before = 'operator';
    if (operator === '?') this.#conditions++;
    if (character === ';') this.#endStatement();
    // Only the colon of a label or a case stays a sign that a block may follow.
    if (character !== ':') return;
    if (this.#conditions > 0) this.#conditions--;
    else if (this.#brackets.at(-1) !== 'object') return;
    this.#sign = '=';
  }

  #endStatement(): void {
    this.#conditions = 0;
    if (this.#bodies.at(-1) === this.#brackets.length) this.#bodies.pop();
  }

  /** Reads a regular expression or a division. @returns which of them. */
  #slash(): boolean {
    const isAfterOperand = this.#before === 'operand' && !(this.#mayBeWhole && this.#lineEnded);
    const mayStart = !isAfterOperand && this.#at >= this.#noneBefore;
    const end = mayStart ? regularExpressionEnd(this.#text, this.#at) : -1;
    if (mayStart && end === -1) this.#noneBefore = lineEnd(this.#text, this.#at);
    if (end === -1) this.#operator('/');
    else this.#operand(end);
    return end !== -1;
  }

  #open(character: string): Bracket {
    const meaning = this.#meaning(character);
    this.#push(meaning);
    this.#at++;
    this.#declares = false;
    this.#before = 'operator';
    this.#word = '';
    this.#sign = character;
    return meaning;
  }

  #push(bracket: Bracket): void {
    if (bracket === 'template') this.#templates++;
    this.#brackets.push(bracket);
    this.#outerConditions.push(this.#conditions);
    this.#conditions = 0;
  }

  /** Returns what follows the closing bracket: after the condition of an `if` and after a block, a statement. */
  #meaning(character: string): Bracket {
    if (character === '(') return statementWords.has(this.#word) ? 'condition' : 'operand';
    if (character === '[') return 'operand';
    if (this.#bodies.at(-1) === this.#brackets.length) {
      this.#bodies.pop();
      return 'operand';
    }
    if (this.#endsWithLine()) return 'operator';
    // A brace after a name or a parenthesis contains a body, after other operators an object.
    const behindBody = [';', '{', '}', ')', '=>', ':'].includes(this.#sign);
    return behindBody || blockWords.has(this.#word) || this.#before === 'operand' ? 'operator' : 'object';
  }

  #close(character: string): Bracket | undefined {
    const meaning = this.#brackets.pop();
    if (meaning === 'template') this.#templates--;
    this.#conditions = this.#outerConditions.pop() ?? 0;
    while ((this.#bodies.at(-1) ?? 0) > this.#brackets.length) this.#bodies.pop();
    this.#at++;
    this.#mayBeWhole = false;
    this.#word = '';
    this.#sign = character;
    if (meaning === 'template') this.#template(this.#at);
    else this.#before = meaning === 'operator' || meaning === 'condition' ? 'operator' : 'operand';
    return meaning;
  }

  /** Skips the rest of a template literal, up to its end or the next expression in it. */
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
        this.#push('template');
        this.#before = 'operator';
        this.#word = '';
        this.#sign = '(';
        return;
      }
    }
    this.#at = text.length;
  }
}

/** The last character of an operator, which is all that matters of most. */
function signOf(operator: string): string {
  if (operator === '=>') return operator;
  return operator === '...' ? ',' : operator.slice(-1);
}
