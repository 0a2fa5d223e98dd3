import { isNameCharacter } from '../../../text/code/comment.js';
import { TextWriter } from '../../../text/text-writer.js';
import { isWhiteSpace } from '../../../text/unicode/white-space.js';

/**
 * Whether users of a database define operators. If so, any run of signs can be one operator, also with `@` and `#`, which
 * start names in other databases.
 */
export type Operators = 'fixed' | 'user-defined';

const operatorSigns: Readonly<Record<Operators, string>> = {
  fixed: '+-*/%<>=~!&|^?:',
  'user-defined': '+-*/%<>=~!&|^?:@#',
};

/**
 * Rejoins operators and literals that the library split because its dialect does not know them: `=>`, `->>`, `N'x'`,
 * `1..10`. What touched in the code and touches again means the same in every dialect, so a list of what each database
 * knows is not needed. Linear in the length of the texts.
 *
 * @param laidOut - the code with other white space.
 * @param refuse - called with the offset in the code from which the layout has other characters.
 */
export function rejoin(code: string, laidOut: string, operators: Operators, refuse: (offset: number) => never): string {
  const touching = new Touching(code, operators);
  const joined = new TextWriter();
  let written = 0;
  let i = spaceEnd(code, 0);
  let j = spaceEnd(laidOut, 0);
  while (i < code.length || j < laidOut.length) {
    if (!isSameLetter(code.charAt(i), laidOut.charAt(j))) refuse(i);
    const nextInCode = spaceEnd(code, ++i);
    const nextLaidOut = spaceEnd(laidOut, ++j);
    if (nextInCode === i && nextLaidOut > j && touching.mustTouch(i)) {
      joined.write(laidOut.slice(written, j));
      written = nextLaidOut;
    }
    i = nextInCode;
    j = nextLaidOut;
  }
  return written === 0 ? laidOut : joined.toString() + laidOut.slice(written);
}

function spaceEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && isWhiteSpace(text.charCodeAt(end))) end++;
  return end;
}

/** The library changes the case of keywords. */
function isSameLetter(a: string, b: string): boolean {
  return a === b || (a !== '' && a.toLowerCase() === b.toLowerCase());
}

class Touching {
  readonly #code: string;
  readonly #operators: Operators;
  /** Where the last run of operator signs ends, and from where its signs are operators of their own. */
  #runEnd = 0;
  #unaryStart = 0;

  constructor(code: string, operators: Operators) {
    this.#code = code;
    this.#operators = operators;
  }

  /** Tests whether white space at this place of the code would change what the characters beside it mean. */
  mustTouch(at: number): boolean {
    const left = this.#code.charAt(at - 1);
    const right = this.#code.charAt(at);
    if (isNameCharacter(left)) {
      if (right === "'" || right === '"') return isLiteralPrefix(this.#wordBefore(at));
      return right === '.' || isNameCharacter(right) || this.#isUnicodePrefix(at) || this.#isExponentSign(at);
    }
    if (left === '.') return right === '.' || isNameCharacter(right);
    // Two quotes are one inside a string in some databases.
    if (left === "'" || left === '"') return left === right;
    if (left === '&' && this.#isUnicodePrefix(at - 1)) return true;
    if (!this.#isSign(left)) return false;
    return this.#isSign(right) ? this.#isInsideOperator(at) : this.#isExponentSign(at - 1);
  }

  #isSign(character: string | undefined): boolean {
    return character !== undefined && character !== '' && operatorSigns[this.#operators].includes(character);
  }

  /** Returns the last characters of the word, at most three. */
  #wordBefore(end: number): string {
    let start = end;
    while (start > end - 3 && isNameCharacter(this.#code[start - 1])) start--;
    return this.#code.slice(start, end);
  }

  /** Tests for the sign of `U&'…'`. */
  #isUnicodePrefix(at: number): boolean {
    return /^&['"]$/.test(this.#code.slice(at, at + 2)) && /^u$/i.test(this.#wordBefore(at));
  }

  /** Tests for the sign of a number whose suffix the library does not know: `1e-5D`. */
  #isExponentSign(at: number): boolean {
    const code = this.#code;
    if (!/^[eE][+-]\d$/.test(code.slice(at - 1, at + 2))) return false;
    let start = at - 1;
    while (/[\d._]/.test(code.charAt(start - 1))) start--;
    return start < at - 1 && !isNameCharacter(code[start - 1]);
  }

  #isInsideOperator(at: number): boolean {
    if (endsComment(this.#code, at) || startsComment(this.#code, at)) return false;
    if (at >= this.#runEnd) this.#readRun(at);
    return at < this.#unaryStart;
  }

  /** Reads the run of operator signs that surrounds a place. `=-` is two operators, and so is `&&!` in MySQL. */
  #readRun(at: number): void {
    const code = this.#code;
    let start = at - 1;
    while (this.#isSign(code[start - 1]) && !endsComment(code, start)) start--;
    let end = at + 1;
    while (this.#isSign(code[end]) && !startsComment(code, end)) end++;
    const unarySigns = this.#operators === 'fixed' ? '+-~!' : '+-';
    let unary = end;
    while (unary > start + 1 && unarySigns.includes(code.charAt(unary - 1))) unary--;
    // PostgreSQL's manual, section 4.1.3: after one of these signs, + and - are part of the operator.
    if (this.#operators === 'user-defined' && /[~!@#%^&|`?]/.test(code.slice(start, unary))) unary = end;
    this.#runEnd = end;
    this.#unaryStart = unary;
  }
}

function startsComment(code: string, at: number): boolean {
  return code.startsWith('--', at) || code.startsWith('/*', at);
}

function endsComment(code: string, at: number): boolean {
  return code.endsWith('*/', at);
}

/**
 * Tests for the prefix of a literal, such as `N`, `X`, `GX` and `nq`. Longer words are types and character sets, which may
 * stand apart: `date '2020-01-01'`, `_utf8 'x'`.
 */
function isLiteralPrefix(word: string): boolean {
  return /^[a-z]{1,2}$/i.test(word) && !/^(?:as|at|by|do|if|in|is|of|on|or|to)$/i.test(word);
}
