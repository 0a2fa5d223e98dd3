import { compareJsonNumbers } from '../json/json-number-order.js';
import type { JsonNode } from '../json/json-tree.js';
import { canonicalNumber, isObject, kindOf, membersByName } from '../json/json-values.js';

/** Numbers of JSON beyond these are stand-ins of other numbers: there are more doubles than a text has numbers. */
const largest = 1e308;
const smallest = 1e-300;
/** The distance of the doubles above {@link largest}. */
const step = 2 ** 971;

/**
 * Keeps the digits of numbers that do not fit a double, such as `9007199254740993` or `1e400`, while the validator
 * works with doubles.
 *
 * A double stands in for each of them: a very large one for an integer, a very small one for a fraction, so that the
 * type of the number is right, and the same one for equal numbers. Every other keyword about numbers has to ask here.
 */
export class ExactNumbers {
  readonly #sources = new Map<number, string>();
  readonly #standIns = new Map<string, number>();
  #first: string | undefined;

  /** Whether every number of the value fits a double. */
  get isEmpty(): boolean {
    return this.#sources.size === 0;
  }

  /** The first number that lost digits as a double, as it is written; undefined if there is none. */
  get firstRounded(): string | undefined {
    return this.#first;
  }

  /**
   * Puts the stand-ins into a value, in place.
   *
   * @param value - what JSON.parse makes of the text, with objects that inherit nothing.
   * @param source - the same as it is written.
   * @returns the value, which is another one if it is a number.
   */
  putInto(value: unknown, source: JsonNode): unknown {
    if (Array.isArray(source)) {
      const items = value as unknown[];
      for (const [index, item] of source.entries()) items[index] = this.putInto(items[index], item);
    } else if (isObject(source)) {
      const members = value as Record<string, unknown>;
      for (const [name, member] of membersByName(source)) members[name] = this.putInto(members[name], member);
    } else if (kindOf(source) === 'number') return this.#standInOf(source);
    return value;
  }

  /** Returns a number in full: of the value, or of the schema. */
  sourceOf(number: number): string {
    return this.#sources.get(number) ?? String(number);
  }

  /**
   * Compares a number of the value with one of the schema, as for sorting. The schema has doubles, of which large ones
   * may have been rounded, so with these the number of the value is compared as a double.
   */
  compare(number: number, ofSchema: number): number {
    const source = this.sourceOf(number);
    if (isLossy(ofSchema)) return Math.sign(Number(source) - ofSchema) || 0;
    return compareJsonNumbers(source, String(ofSchema));
  }

  #standInOf(source: string): number {
    const value = Number(source);
    const size = Math.abs(value);
    const isRounded = losesDigits(source, value);
    if (!isRounded && (size === 0 || (size < largest && size > smallest))) return value;
    if (isRounded) this.#first ??= source;
    const canonical = canonicalNumber(source);
    let standIn = this.#standIns.get(canonical);
    if (standIn === undefined) {
      const number = this.#standIns.size + 1;
      standIn = isInteger(canonical) ? Number.MAX_VALUE - number * step : number * Number.MIN_VALUE;
      this.#standIns.set(canonical, standIn);
      this.#sources.set(standIn, canonical);
    }
    return standIn;
  }
}

/** Returns whether a number of the schema may have had more digits. */
export function isLossy(ofSchema: number): boolean {
  return Math.abs(ofSchema) > Number.MAX_SAFE_INTEGER;
}

function losesDigits(source: string, value: number): boolean {
  if (/^-?\d{1,15}$/.test(source)) return false;
  const canonical = canonicalNumber(source);
  // 17 digits tell any two doubles apart, so many programs write that many: 0.10000000000000001 for 0.1.
  return canonical !== canonicalNumber(`${value}`) && canonical !== canonicalNumber(value.toPrecision(17));
}

function isInteger(canonical: string): boolean {
  return !canonical.includes('e-') && !canonical.includes('.');
}

/** The digits of a number and the power of ten of the last one, which is not zero. */
interface DecimalParts {
  readonly digits: string;
  readonly power: number;
}

/** @param source - a number as JSON or JavaScript writes it. */
export function partsOf(source: string): DecimalParts {
  const [digits = '', power = '0'] = canonicalNumber(source).replace(/^-/, '').split('e', 2);
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return { digits: digits.slice(0, end), power: Number(power) + digits.length - end };
}

const chunkDigits = 15;
const chunkFactor = 10n ** BigInt(chunkDigits);

/**
 * Returns whether a number is a multiple of another one, exactly: 19.99 is one of 0.01.
 *
 * @param unit - above 0.
 */
export function isMultipleOf(number: DecimalParts, unit: DecimalParts): boolean {
  if (number.digits === '') return true;
  const power = number.power - unit.power;
  // Neither ends with a zero, so the number has a digit behind the last one of the divisor.
  if (power < 0) return false;
  if (number.digits.length <= chunkDigits && unit.digits.length + power <= chunkDigits) {
    return ((Number(number.digits) % Number(unit.digits)) * 10 ** power) % Number(unit.digits) === 0;
  }
  const modulus = BigInt(unit.digits);
  let rest = 0n;
  for (let at = 0; at < number.digits.length; at += chunkDigits) {
    const chunk = number.digits.slice(at, at + chunkDigits);
    rest =
      (rest * (chunk.length === chunkDigits ? chunkFactor : 10n ** BigInt(chunk.length)) + BigInt(chunk)) % modulus;
  }
  return (rest * powerOfTen(power, modulus)) % modulus === 0n;
}

/** Returns 10 to a power, modulo a number, by repeated squaring: the power may be as large as a JSON text can write. */
function powerOfTen(power: number, modulus: bigint): bigint {
  let result = 1n % modulus;
  let square = 10n % modulus;
  for (let left = power; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
