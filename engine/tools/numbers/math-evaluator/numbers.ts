import type { Big, BigConstructor } from 'big.js';
import { lazyLibrary } from '../../../core/lazy-library.js';
import { squareRoot } from '../../../text/numbers/decimal-sample.js';
import { FixedPoint } from './fixed-point.js';
import { MathProblem } from './problem.js';

const bigJs = lazyLibrary<typeof import('big.js')>('big.js');

/** Multiplication and division take time quadratic in the number of digits. */
const maxDigits = 10_000;
const maxExponent = 1_000;
/** Larger angles would need more digits of pi. */
const maxAngleDigits = 15;

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
  /** By their digits: numbers of nearly all expressions need the same. */
  readonly #fixedPoints = new Map<number, FixedPoint>();

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

  /** Returns e to a power. */
  exp(power: MathNumber, offset: number): MathNumber {
    if (power.abs().gt(maxExponent)) {
      throw new MathProblem(`exp takes numbers from -${maxExponent} to ${maxExponent}`, offset);
    }
    const digits = Math.ceil(Math.abs(Number(power)) * Math.LOG10E);
    return this.#calculated(digits, digits, offset, (fixed, toFixed) => fixed.exp(toFixed(power)));
  }

  /** Returns the natural logarithm. */
  ln(number: MathNumber, offset: number): MathNumber {
    if (number.lte(0)) throw new MathProblem('only a positive number has a logarithm', offset);
    const zeros = leadingZeros(number.minus(1));
    return this.#calculated(zeros, zeros, offset, (fixed, toFixed) => {
      const mantissa = this.#Big(number);
      mantissa.e = 0;
      return fixed.ln(toFixed(mantissa)) + BigInt(number.e) * fixed.ln10();
    });
  }

  /** Returns the logarithm to a base. */
  logarithm(number: MathNumber, base: MathNumber, offset: number): MathNumber {
    if (base.lte(0) || base.eq(1)) throw new MathProblem('the base of a logarithm must be positive and not 1', offset);
    const quotient = this.divide(this.ln(number, offset), this.ln(base, offset), offset);
    return this.#withoutNoise(quotient, 0, 5);
  }

  /** Returns the sine or the cosine of an angle in radians. */
  wave(angle: MathNumber, kind: 'sine' | 'cosine', offset: number): MathNumber {
    if (angle.e >= maxAngleDigits) {
      throw new MathProblem(`angles must be below 1e${maxAngleDigits}`, offset);
    }
    const zeros = kind === 'sine' ? leadingZeros(angle) : 0;
    return this.#calculated(zeros + maxAngleDigits, zeros, offset, (fixed, toFixed) => {
      const [sine, cosine] = fixed.sineAndCosine(toFixed(angle));
      return kind === 'sine' ? sine : cosine;
    }).round(this.#decimals + guardDigits - noisyDigits + zeros, 1);
  }

  tangent(angle: MathNumber, offset: number): MathNumber {
    const cosine = this.wave(angle, 'cosine', offset);
    if (isZero(cosine)) throw new MathProblem('a right angle has no tangent', offset);
    const quotient = this.divide(this.wave(angle, 'sine', offset), cosine, offset);
    return this.#withoutNoise(quotient, leadingZeros(angle), noisyDigits);
  }

  /** Returns the angle, in radians, whose tangent is `y / x`; `x` is not negative, and not 0 if `y` is. */
  arcTangent(y: MathNumber, x: MathNumber, offset: number): MathNumber {
    const zeros = Math.max(leadingZeros(y), leadingZeros(x), Math.max(0, x.e) + leadingZeros(y));
    return this.#calculated(zeros, zeros, offset, (fixed, toFixed) => fixed.arcTangent(toFixed(y), toFixed(x)));
  }

  /** Returns the angle, in radians, whose sine is a number. */
  arcSine(number: MathNumber, name: string, offset: number): MathNumber {
    if (number.abs().gt(1)) throw new MathProblem(`${name} takes numbers from -1 to 1`, offset);
    const one = this.#Big(1);
    return this.arcTangent(number, this.squareRoot(one.minus(number.times(number)), offset), offset);
  }

  arcCosine(number: MathNumber, name: string, offset: number): MathNumber {
    const right = this.arcTangent(this.#Big(1), this.#Big(0), offset);
    return this.subtract(right, this.arcSine(number, name, offset), offset);
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

  /**
   * Calculates with fixed-point numbers.
   *
   * @param digits - that are needed in addition to those that are kept.
   * @param zeros - between the decimal mark and the first other digit of the result.
   */
  #calculated(
    digits: number,
    zeros: number,
    offset: number,
    calculate: (fixed: FixedPoint, toFixed: (number: MathNumber) => bigint) => bigint,
  ): MathNumber {
    const scale = this.#decimals + guardDigits + digits;
    let fixed = this.#fixedPoints.get(scale);
    if (fixed === undefined) {
      fixed = new FixedPoint(scale);
      this.#fixedPoints.set(scale, fixed);
    }
    const unit = this.#Big(`1e${scale}`);
    const result = calculate(fixed, (number) => BigInt(number.times(unit).toFixed(0, 0)));
    return this.#bounded(this.#withoutNoise(this.#Big(`${result}e-${scale}`), zeros, 2), offset);
  }

  /** Rounds the last digits away: log10(1000) is 3, and not a little less. */
  #withoutNoise(number: MathNumber, zeros: number, noisy: number): MathNumber {
    return number.round(this.#decimals + guardDigits - noisy + zeros, 1);
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
