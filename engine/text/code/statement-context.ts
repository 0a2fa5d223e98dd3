import type { Bracket, JavaScriptToken } from './javascript-lexer.js';

/** Where the next token is: directly in which brackets. */
interface Scope {
  readonly kind: 'class' | 'code' | 'expression';
  /** The lexer's meaning of the brackets. */
  readonly bracket: Bracket | undefined;
  /** Whether a body follows the closing parenthesis, as after `if (` and `function (`. */
  readonly bodyFollows: boolean;
  /** Whether they are the body of an arrow function, which is the end of an expression. */
  readonly isArrowBody: boolean;
}

const outermost: Scope = { kind: 'code', bracket: 'operator', bodyFollows: false, isArrowBody: false };

/** Words that a statement, an expression or a declaration cannot end with. */
const openWords = new Set(
  'case catch class const default delete do else export extends finally for function if import in instanceof new switch try typeof var void while with'.split(
    ' ',
  ),
);
/** Words before a body or a statement, after which a line end means nothing. */
const bodyWords = new Set(['catch', 'do', 'else', 'finally', 'try']);
/** Words before the parentheses before a body. */
const headWords = new Set(['catch', 'for', 'if', 'switch', 'while', 'with']);
/** Words after a block that belong to the same statement. */
const continuations = new Set(['catch', 'else', 'finally', 'while']);
/** Signs that may be the last of a statement, a type or the declaration of a field. */
const lastSigns = new Set(')|]|}|++|--|!|?|>|>>|>>>'.split('|'));
/** Signs that may be the first of a statement or of a part of a class. */
const firstSigns = new Set('( [ { ++ -- + - ! ~ * / /= < << @ # \\'.split(' '));
/** What cannot follow a line end where it belongs to the operand before. `as` and the like are TypeScript's. */
const restricted = new Set(['++', '--', '=>', '!', 'as', 'is', 'satisfies']);

/**
 * Knows between which tokens a line end may have a meaning. Where that depends on more of the grammar it says yes: the
 * line end then stays as it was written.
 */
export class StatementContext {
  readonly #scopes: Scope[] = [];
  /** The numbers of open brackets at which the body of a class is still to come. */
  readonly #classes: number[] = [];
  /** Whether `extends` came since the last `class`. */
  #hasHeritage = false;
  #last: JavaScriptToken | undefined;
  #text = '';
  /** Whether the last tokens are `function`, `function name`, `function*` or `function* name`. */
  #inFunctionHead = false;
  /** The brackets that the last token closes. */
  #closed: Scope | undefined;

  /** Tests whether the line end between the last token and this one may have a meaning. */
  mayNeedLineEnd(token: JavaScriptToken, text: string): boolean {
    const last = this.#last;
    const { kind } = this.#scope;
    if (last === undefined || kind === 'expression') return false;
    if (this.#isOpenEnded(last) || (token.kind === 'sign' && !firstSigns.has(text))) return false;
    if (text === '{' && token.kind === 'sign') return !this.#bodyFollows(last);
    if (this.#text !== '}' || !continuations.has(text)) return true;
    return this.#closed?.bracket !== 'operator' || this.#closed.isArrowBody;
  }

  /** Tests whether a line end between the last token and this one has no meaning. */
  allowsLineEnd(token: JavaScriptToken, text: string): boolean {
    const last = this.#last;
    if (last === undefined) return true;
    const continues = token.kind === 'sign' && !firstSigns.has(text);
    if (restricted.has(text)) return last.kind === 'sign' && !lastSigns.has(this.#text);
    if (last.kind !== 'name') return true;
    return continues || (last.property !== true && bodyWords.has(this.#text));
  }

  /** Goes on behind a token. */
  add(token: JavaScriptToken, text: string): void {
    this.#closed = undefined;
    this.#forgetMemberNamedClass(token, text);
    if (token.kind === 'sign' && token.bracket !== undefined) {
      if ('([{'.includes(text)) this.#scopes.push(this.#open(token, text));
      else this.#close();
    } else if (token.kind === 'sign' && text === ';') {
      this.#endClasses(this.#scopes.length);
    } else if (token.kind === 'name' && text === 'class' && token.property !== true) {
      this.#classes.push(this.#scopes.length);
      this.#hasHeritage = false;
    }
    this.#hasHeritage ||= text === 'extends';
    const isFunction = text === 'function' && token.property !== true;
    this.#inFunctionHead = isFunction || (this.#inFunctionHead && (text === '*' || token.kind === 'name'));
    this.#last = token;
    this.#text = text;
  }

  /** Only type parameters come between `class` and its body without `extends`: `class` is the name of a member. */
  #forgetMemberNamedClass(token: JavaScriptToken, text: string): void {
    if (token.kind !== 'sign' || this.#hasHeritage || ['{', '<', '>', ','].includes(text)) return;
    if (this.#classes.at(-1) === this.#scopes.length) this.#classes.pop();
  }

  get #scope(): Scope {
    return this.#scopes.at(-1) ?? outermost;
  }

  /** Tests whether the last token cannot end anything. In a class, `var` is the name of a field. */
  #isOpenEnded(last: JavaScriptToken): boolean {
    if (last.kind === 'sign') return !lastSigns.has(this.#text);
    return last.kind === 'name' && last.property !== true && this.#scope.kind !== 'class' && openWords.has(this.#text);
  }

  /** Tests whether braces after the last token are a body that belongs to it. */
  #bodyFollows(last: JavaScriptToken): boolean {
    if (this.#scope.kind === 'class' || this.#opensClass(last)) return true;
    if (this.#text === ')') return this.#closed?.bodyFollows ?? false;
    return last.kind === 'name' && last.property !== true && bodyWords.has(this.#text);
  }

  #opensClass(last: JavaScriptToken): boolean {
    if (this.#classes.at(-1) !== this.#scopes.length) return false;
    return last.kind !== 'sign' || [')', ']', '}', '>'].includes(this.#text) ? this.#text !== 'extends' : false;
  }

  #open({ bracket }: JavaScriptToken, text: string): Scope {
    const isArrowBody = this.#text === '=>';
    if (text !== '{') return { kind: 'expression', bracket, bodyFollows: this.#isHead(), isArrowBody };
    const opensClass = this.#last !== undefined && this.#opensClass(this.#last);
    if (opensClass) this.#classes.pop();
    return { kind: opensClass ? 'class' : 'code', bracket, bodyFollows: false, isArrowBody };
  }

  /** Tests whether a parenthesis after the last token is followed by a body. */
  #isHead(): boolean {
    const { kind, bracket } = this.#scope;
    if (kind === 'class' || (kind === 'code' && bracket === 'object')) return true;
    return this.#inFunctionHead || (this.#last?.property !== true && headWords.has(this.#text));
  }

  #close(): void {
    this.#closed = this.#scopes.pop();
    this.#endClasses(this.#scopes.length + 1);
  }

  /** Forgets classes without a body. */
  #endClasses(depth: number): void {
    while ((this.#classes.at(-1) ?? -1) >= depth) this.#classes.pop();
  }
}
