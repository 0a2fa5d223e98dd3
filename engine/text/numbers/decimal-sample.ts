import { compareDecimals, type Decimal, decimalOfBigInt } from './decimal.js';

/** `value` × 10^-`scale`, with a scale that is never negative. */
interface ScaledInteger {
  readonly value: bigint;
  readonly scale: number;
}

/** Computes statistics of numbers in exact integers; only the result is rounded. */
export class DecimalSample {
  readonly #numbers: readonly Decimal[];
  #sorted: readonly Decimal[] | undefined;
  #total: ScaledInteger | undefined;

  constructor(numbers: readonly Decimal[]) {
    this.#numbers = numbers;
  }

  get size(): number {
    return this.#numbers.length;
  }

  sum(): Decimal {
    const { value, scale } = this.#sum();
    return decimalOfBigInt(value, scale);
  }

  /** Returns the mean, rounded half up to this many digits after the decimal mark. */
  mean(decimals: number): Decimal | undefined {
    if (this.size === 0) return undefined;
    const { value, scale } = this.#sum();
    const mean = divideHalfUp(value * powerOfTen(decimals), BigInt(this.size) * powerOfTen(scale));
    return decimalOfBigInt(mean, decimals);
  }

  /** Returns the middle number, or the exact mean of the two in the middle. */
  median(): Decimal | undefined {
    const sorted = this.#sort();
    const upper = sorted[Math.floor(sorted.length / 2)];
    if (upper === undefined || sorted.length % 2 === 1) return upper;
    const lower = sorted[sorted.length / 2 - 1] ?? upper;
    const { value, scale } = sumOf([lower, upper], integerOf, scaleOf);
    return decimalOfBigInt(value * 5n, scale + 1);
  }

  minimum(): Decimal | undefined {
    return this.#sort()[0];
  }

  maximum(): Decimal | undefined {
    return this.#sort().at(-1);
  }

  /** Returns the root of (n·Σx² − (Σx)²) ÷ n(n − 1), or ÷ n² for a population. */
  standardDeviation(decimals: number, population: boolean): Decimal | undefined {
    const count = BigInt(this.size);
    const divisor = count * (population ? count : count - 1n);
    if (divisor <= 0n) return undefined;
    const { value, scale } = this.#sum();
    // Its scale is twice that of the sum, so both count the same power of ten.
    const squares = sumOf(
      this.#numbers,
      (number) => integerOf(number) ** 2n,
      (number) => 2 * scaleOf(number),
    );
    const variance = count * squares.value - value * value;
    const quadruple = (4n * variance * powerOfTen(2 * decimals)) / (divisor * powerOfTen(2 * scale));
    // The rounded root of x is half the root of 4x, plus a half.
    return decimalOfBigInt((squareRoot(quadruple) + 1n) / 2n, decimals);
  }

  #sort(): readonly Decimal[] {
    this.#sorted ??= this.#numbers.toSorted(compareDecimals);
    return this.#sorted;
  }

  #sum(): ScaledInteger {
    this.#total ??= sumOf(this.#numbers, integerOf, scaleOf);
    return this.#total;
  }
}

function integerOf({ negative, digits }: Decimal): bigint {
  const integer = BigInt(digits);
  return negative ? -integer : integer;
}

function scaleOf({ digits, point }: Decimal): number {
  return digits.length - point;
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

/**
 * Adds numbers. Adds those of one scale first: with every number brought to the finest scale, 60,000 numbers such as
 * `1` beside one `1e-6000` would take minutes.
 */
function sumOf(
  numbers: readonly Decimal[],
  integer: (number: Decimal) => bigint,
  scale: (number: Decimal) => number,
): ScaledInteger {
  const sums = new Map<number, bigint>([[0, 0n]]);
  for (const number of numbers) sums.set(scale(number), (sums.get(scale(number)) ?? 0n) + integer(number));
  const scales = [...sums.keys()].sort((a, b) => a - b);
  let value = 0n;
  let reached = scales[0] ?? 0;
  for (const next of scales) {
    value = value * powerOfTen(next - reached) + (sums.get(next) ?? 0n);
    reached = next;
  }
  return { value, scale: reached };
}

/** @param divisor - above 0. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor;
  return (2n * dividend + half) / (2n * divisor);
}

/** Returns the integer part of the root, by Newton's method from above. */
export function squareRoot(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt(2 * square.toString(16).length);
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
