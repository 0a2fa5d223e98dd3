import type { MathNumber, MathNumbers } from './numbers.js';
import { MathProblem } from './problem.js';

/** With more digits than any calculation keeps; from `4 (4 arctan 1/5 - arctan 1/239)` and the sum of `1/n!`. */
export const constants: ReadonlyMap<string, string> = new Map([
  [
    'pi',
    '3.1415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170679821480865132823066470938446095505822317253594081284811174502',
  ],
  [
    'e',
    '2.7182818284590452353602874713526624977572470936999595749669676277240766303535475945713821785251664274274663919320030599218174135966290435729003342952605956307381',
  ],
]);

type Values = readonly [MathNumber, ...MathNumber[]];

export interface MathFunction {
  /** The maximum number of arguments; the minimum is one. */
  readonly most: number;
  apply(values: Values, numbers: MathNumbers, offset: number): MathNumber;
}

export const functions: ReadonlyMap<string, MathFunction> = new Map<string, MathFunction>([
  ['acos', { most: 1, apply: ([x], numbers, offset) => numbers.arcCosine(x, 'acos', offset) }],
  ['asin', { most: 1, apply: ([x], numbers, offset) => numbers.arcSine(x, 'asin', offset) }],
  ['atan', { most: 1, apply: ([x], numbers, offset) => numbers.arcTangent(x, numbers.parse('1', offset), offset) }],
  ['cos', { most: 1, apply: ([x], numbers, offset) => numbers.wave(x, 'cosine', offset) }],
  ['exp', { most: 1, apply: ([x], numbers, offset) => numbers.exp(x, offset) }],
  ['ln', { most: 1, apply: ([x], numbers, offset) => numbers.ln(x, offset) }],
  ['log', { most: 2, apply: log }],
  ['log10', { most: 1, apply: ([x], numbers, offset) => numbers.logarithm(x, numbers.parse('10', offset), offset) }],
  ['log2', { most: 1, apply: ([x], numbers, offset) => numbers.logarithm(x, numbers.parse('2', offset), offset) }],
  ['sin', { most: 1, apply: ([x], numbers, offset) => numbers.wave(x, 'sine', offset) }],
  ['tan', { most: 1, apply: ([x], numbers, offset) => numbers.tangent(x, offset) }],
  ['trunc', { most: 1, apply: ([x]) => x.round(0, 0) }],
  ['abs', { most: 1, apply: ([x]) => x.abs() }],
  ['ceil', { most: 1, apply: ([x], numbers) => numbers.floor(x.neg()).neg() }],
  ['floor', { most: 1, apply: ([x], numbers) => numbers.floor(x) }],
  ['max', { most: Number.POSITIVE_INFINITY, apply: (values) => values.reduce((a, b) => (b.gt(a) ? b : a)) }],
  ['min', { most: Number.POSITIVE_INFINITY, apply: (values) => values.reduce((a, b) => (b.lt(a) ? b : a)) }],
  ['round', { most: 2, apply: round }],
  ['sqrt', { most: 1, apply: ([x], numbers, offset) => numbers.squareRoot(x, offset) }],
]);

/** Some programs take 10 for the base, others e: so it must be written. */
function log([number, base]: Values, numbers: MathNumbers, offset: number): MathNumber {
  if (base !== undefined) return numbers.logarithm(number, base, offset);
  throw new MathProblem('log needs a base, as in log(x, 10); ln(x) is the natural logarithm', offset);
}

const mostDecimals = 100;

function round([number, decimals]: Values, numbers: MathNumbers, offset: number): MathNumber {
  const wanted = decimals === undefined ? 0 : numbers.integer(decimals, mostDecimals);
  if (wanted === undefined) {
    throw new MathProblem(`round takes a whole number of decimals from -${mostDecimals} to ${mostDecimals}`, offset);
  }
  return numbers.round(number, wanted);
}
