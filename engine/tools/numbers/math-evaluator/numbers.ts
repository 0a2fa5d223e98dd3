import type { Big, BigConstructor } from 'big.js';
import { lazyLibrary } from '../../../core/lazy-library.js';
import { squareRoot } from '../../../text/numbers/decimal-sample.js';
import { MathProblem } from './problem.js';

const bigJs = lazyLibrary<typeof import('big.js')>('big.js');

/** Multiplication and division take time quadratic in the number of digits. */
const maxDigits = 10_000;
const maxExponent = 1_000;

/** This many extra digits are kept until the end, so that intermediate rounding does not show. */
const guardDigits = 50;

/** The last of these, which rounding may have changed. */
const noisyDigits = 10;

export type MathNumber = Big;

/**
 * Decimal arithmetic with exact whole numbers. Fractions are rounded to a number of decimals; zeros between the decimal
 * mark and the first other digit do not count.
 *
 * The offset passed to each operation is the place that an error names.
 */
export class MathNumbers {
  readonly #Big: BigConstructor;
  readonly #decimals: number;

  /** @param precision - the decimals of results. */
  constructor(precision: number) {
    this.#Big = bigJs().Big();
    this.#decimals = precision;
  }

  /** @param text - as in JSON; `.5` and `5.` are valid as well. */
  parse(text: string, offset: number): MathNumber {
    const dotted = text.replace(/\.(?!\d)/, '');
    return this.#bounded(this.#Big(dotted), offset);
  }

  add(a: MathNumber, b: MathNumber, offset: number): MathNumber {
    if (isZero(a) || isZero(b)) return isZero(a) ? b : a;
    // When nearly equal numbers are subtracted, only rounded digits would remain: 1/7*7 - 1.
    const decimals = this.#decimals + guardDigits - noisyDigits + leadingZeros(a.e > b.e ? a : b);
    return this.#bounded(a.plus(b).round(decimals, 1), offset);
  }

  subtract(a: MathNumber, b: MathNumber, offset: number): MathNumber {
    return this.add(a, b.neg(), offset);
  }

  multiply(a: MathNumber, b: MathNumber, offset: number): MathNumber {
    if (Math.abs(a.e + b.e) > maxDigits) throw tooLong(offset);
    return this.#bounded(a.times(b), offset);
  }

  divide(a: MathNumber, b: MathNumber, offset: number): MathNumber {
    this.#checkQuotient(a, b, offset);
    this.#Big.DP = this.#decimals + guardDigits + Math.max(0, b.e - a.e);
    return this.#bounded(a.div(b), offset);
  }

  /** Returns the remainder of a division to a whole number; it has the sign of `a`. */
  remainder(a: MathNumber, b: MathNumber, offset: number): MathNumber {
    this.#checkQuotient(a, b, offset);
    return this.#bounded(a.mod(b), offset);
  }

  /** Raises to a power by repeated squaring: a whole number remains exact, a fraction remains short. */
  power(base: MathNumber, exponent: MathNumber, offset: number): MathNumber {
    const wanted = this.integer(exponent, maxExponent);
    if (wanted === undefined) {
      throw new MathProblem(`an exponent must be a whole number from -${maxExponent} to ${maxExponent}`, offset);
    }
    if (Math.abs(base.e * wanted) > maxDigits) throw tooLong(offset);
    let power = this.#Big(1);
    let square = base;
    for (let rest = Math.abs(wanted); rest > 0; rest = Math.floor(rest / 2)) {
      if (rest % 2 === 1) power = this.multiply(power, square, offset);
      if (rest > 1) square = this.multiply(square, square, offset);
    }
    return wanted < 0 ? this.divide(this.#Big(1), power, offset) : power;
  }

  squareRoot(number: MathNumber, offset: number): MathNumber {
    if (number.lt(0)) throw new MathProblem('a negative number has no square root', offset);
    const decimals = this.#decimals + guardDigits + Math.max(0, Math.ceil(-number.e / 2));
    // The library takes milliseconds for a root of a hundred digits.
    const scaled = number.times(this.#Big(`1e${2 * decimals}`)).toFixed(0, 0);
    return this.#bounded(this.#Big(`${squareRoot(BigInt(scaled))}e-${decimals}`), offset);
  }

  /** Rounds halves away from zero. */
  round(number: MathNumber, decimals: number): MathNumber {
    return number.round(decimals, 1);
  }

  floor(number: MathNumber): MathNumber {
    const cut = number.round(0, 0);
    return cut.gt(number) ? cut.minus(1) : cut;
  }

  /** Returns undefined if the number is not an integer, or farther from zero than the largest. */
  integer(number: MathNumber, largest: number): number | undefined {
    const value = Number(number.toString());
    return Number.isInteger(value) && Math.abs(value) <= largest && number.eq(value) ? value + 0 : undefined;
  }

  /** Writes the number without an exponent. */
  write(number: MathNumber): string {
    const rounded = number.round(this.#decimals + leadingZeros(number), 1);
    return isZero(rounded) ? '0' : rounded.toFixed();
  }

  #checkQuotient(a: MathNumber, b: MathNumber, offset: number): void {
    if (isZero(b)) throw new MathProblem('division by zero', offset);
    if (Math.abs(a.e - b.e) > maxDigits) throw tooLong(offset);
  }

  #bounded(number: MathNumber, offset: number): MathNumber {
    if (Math.abs(number.e) >= maxDigits) throw tooLong(offset);
    const decimals = this.#decimals + guardDigits + leadingZeros(number);
    const short = number.c.length - number.e - 1 <= decimals ? number : number.round(decimals, 1);
    if (short.c.length > maxDigits) throw tooLong(offset);
    return short;
  }
}

function isZero(number: MathNumber): boolean {
  return number.c[0] === 0;
}

/** Counts the zeros between the decimal mark and the first other digit. */
function leadingZeros(number: MathNumber): number {
  return Math.max(0, -number.e - 1);
}

function tooLong(offset: number): MathProblem {
  return new MathProblem(`a number would have more than ${maxDigits} digits`, offset);
}
