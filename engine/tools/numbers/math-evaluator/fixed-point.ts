import { squareRoot } from '../../../text/numbers/decimal-sample.js';

/**
 * Elementary functions of fixed-point numbers: whole numbers of the unit 10^-digits. Each result is off by some units.
 *
 * No library: decimal.js has them for floating-point numbers of its own, beside big.js here.
 */
export class FixedPoint {
  readonly one: bigint;
  readonly #constants = new Map<string, bigint>();

  constructor(digits: number) {
    this.one = 10n ** BigInt(digits);
  }

  /** e^x, by the series for x / 2^halvings, squared so many times. */
  exp(x: bigint): bigint {
    const { one } = this;
    let halvings = 0n;
    while (abs(x) >> halvings > one >> 8n) halvings++;
    const small = x >> halvings;
    let result = one;
    for (let n = 1n, term = one; term !== 0n; n++) {
      term = (term * small) / one / n;
      result += term;
    }
    for (let i = 0n; i < halvings; i++) result = (result * result) / one;
    return result;
  }

  /** The natural logarithm of a number from 1 to 10. */
  ln(x: bigint): bigint {
    const { one } = this;
    let doublings = 0n;
    let rest = x;
    while (2n * rest > 3n * one) {
      rest /= 2n;
      doublings++;
    }
    return 2n * this.#areaTangent(((rest - one) * one) / (rest + one)) + doublings * this.ln2();
  }

  ln2(): bigint {
    return this.#constant('ln2', () => 2n * this.#areaTangent(this.one / 3n));
  }

  ln10(): bigint {
    return this.#constant('ln10', () => 3n * this.ln2() + 2n * this.#areaTangent(this.one / 9n));
  }

  /** J. Machin's formula. */
  pi(): bigint {
    return this.#constant('pi', () => 16n * this.#series(this.one / 5n, -1n) - 4n * this.#series(this.one / 239n, -1n));
  }

  /** The sine and the cosine of an angle. */
  sineAndCosine(x: bigint): [sine: bigint, cosine: bigint] {
    const { one } = this;
    const half = this.pi() / 2n;
    const quarters = (2n * x + half) / (2n * half) - (2n * x + half < 0n ? 1n : 0n);
    const rest = x - quarters * half;
    let [sine, cosine] = [0n, 0n];
    for (let n = 0n, term = one; term !== 0n; n++) {
      if (n % 2n === 0n) cosine += n % 4n === 0n ? term : -term;
      else sine += n % 4n === 1n ? term : -term;
      term = (term * rest) / one / (n + 1n);
    }
    const turned: [bigint, bigint][] = [
      [sine, cosine],
      [cosine, -sine],
      [-sine, -cosine],
      [-cosine, sine],
    ];
    return turned[Number(((quarters % 4n) + 4n) % 4n)] ?? [sine, cosine];
  }

  /** The angle whose tangent is `y / x`, from -pi/2 to pi/2; `x` is not negative. */
  arcTangent(y: bigint, x: bigint): bigint {
    const { one } = this;
    if (abs(y) > x) {
      const right = this.pi() / 2n;
      return (y < 0n ? -right : right) - this.arcTangent(x, abs(y)) * (y < 0n ? -1n : 1n);
    }
    let tangent = (y * one) / x;
    // Half the angle, three times.
    for (let i = 0; i < 3; i++) tangent = (tangent * one) / (one + squareRoot(one * one + tangent * tangent));
    return 8n * this.#series(tangent, -1n);
  }

  #areaTangent(x: bigint): bigint {
    return this.#series(x, 1n);
  }

  /** x + sign x^3/3 + x^5/5 + sign x^7/7 …, for small x. */
  #series(x: bigint, sign: bigint): bigint {
    const square = (x * x) / this.one;
    let sum = 0n;
    for (let n = 1n, power = x; power !== 0n; n += 2n) {
      sum += power / n;
      power = (sign * power * square) / this.one;
    }
    return sum;
  }

  #constant(name: string, calculate: () => bigint): bigint {
    let value = this.#constants.get(name);
    if (value === undefined) {
      value = calculate();
      this.#constants.set(name, value);
    }
    return value;
  }
}

function abs(x: bigint): bigint {
  return x < 0n ? -x : x;
}
