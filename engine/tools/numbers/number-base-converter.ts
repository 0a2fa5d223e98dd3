import { invalidLinesStay } from '../../core/line-keeping.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';
import { describeCharacter } from '../../text/position.js';

const config = Type.Object({
  from: Type.Integer({ default: 10, minimum: 2, maximum: 36, description: 'The base of the input numbers' }),
  to: Type.Integer({ default: 16, minimum: 2, maximum: 36, description: 'The base of the output numbers' }),
  prefix: Type.Boolean({
    default: false,
    description: 'Writes 0x before numbers of base 16, 0o before those of base 8 and 0b before those of base 2',
  }),
  pad: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 256,
    description: 'Writes at least this many digits, with leading zeros; the sign and the prefix do not count',
  }),
  uppercase: Type.Boolean({ default: false, description: 'Writes the digits a to z in upper case' }),
  invalid: invalidLines(),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'number-base-converter',
  title: 'Number base converter',
  description:
    'Writes whole numbers in another base, such as binary, octal, decimal, hexadecimal or any other up to 36, one per line and with up to 10,000 digits each. A prefix 0x, 0o or 0b overrides the base of its number, unless its letter is a digit of the given base; underscores between digits are skipped.',
  config,
  examples: [
    { input: '255\n-10\n0', output: 'ff\n-a\n0' },
    { input: '0xFF\n0b1010_0101\n0o17', config: { to: 10 }, output: '255\n165\n15' },
    { input: 'ff\n7', config: { from: 16, to: 2, prefix: true, pad: 8 }, output: '0b11111111\n0b00000111' },
    { input: 'zz', config: { from: 36, to: 16, uppercase: true }, output: '50F' },
    {
      input: '340282366920938463463374607431768211455',
      output: 'ffffffffffffffffffffffffffffffff',
    },
  ],
  keepsLines: [{ invalid: invalidLinesStay }],
  run(input, config, limit) {
    const convert = (line: string) => {
      const value = parse(line, config.from);
      return value instanceof LineProblem ? value : write(value, config);
    };
    return convertLines(input, { convert, invalid: config.invalid }, limit);
  },
});

/** Parsing and writing a number takes time quadratic in its digits. */
const maxDigits = 10_000;
const tooLong = new LineProblem(`a number has more than ${maxDigits} digits`);

const baseOfPrefix = new Map([
  ['0x', 16],
  ['0o', 8],
  ['0b', 2],
]);

function parse(line: string, from: number): bigint | LineProblem {
  const negative = line[0] === '-' || line[0] === '\u2212';
  const signEnd = negative || line[0] === '+' ? 1 : 0;
  const prefixBase = baseOfPrefix.get(line.slice(signEnd, signEnd + 2).toLowerCase());
  const prefixed = prefixBase !== undefined && digitValue(line, signEnd + 1, from) === undefined;
  const start = prefixed ? signEnd + 2 : signEnd;
  const digits = readDigits(line, start, prefixed ? prefixBase : from);
  if (digits instanceof LineProblem) return digits;
  const size = parseDigits(digits, prefixed ? prefixBase : from);
  return negative ? -size : size;
}

function readDigits(line: string, start: number, base: number): string | LineProblem {
  for (let i = start; i < line.length; i++) {
    const separator = line[i] === '_' && i > start && line[i - 1] !== '_' && i < line.length - 1;
    if (!separator && digitValue(line, i, base) === undefined) {
      return new LineProblem(`${describeCharacter(line, i)} is not a digit of base ${base}`, i);
    }
  }
  if (start === line.length) return new LineProblem('a number has no digits');
  const digits = line.slice(start).replaceAll('_', '');
  return digits.length > maxDigits ? tooLong : digits;
}

function write(value: bigint, { to, prefix, pad, uppercase }: Config): string {
  const size = (value < 0n ? -value : value).toString(to).padStart(pad, '0');
  const digits = uppercase ? size.toUpperCase() : size;
  return `${value < 0n ? '-' : ''}${prefix ? (prefixOfBase.get(to) ?? '') : ''}${digits}`;
}

const prefixOfBase = new Map(Array.from(baseOfPrefix, ([prefix, base]) => [base, prefix]));

/** The value of each digit up to base 36, by its code unit; both letter cases. */
const valueOfUnit = new Map<number, number>(
  Array.from('0123456789abcdefghijklmnopqrstuvwxyz').flatMap((digit, value) => [
    [digit.charCodeAt(0), value],
    [digit.toUpperCase().charCodeAt(0), value],
  ]),
);

/** Returns the value of the digit at an offset; undefined if the base has no such digit. */
function digitValue(text: string, offset: number, base: number): number | undefined {
  const value = valueOfUnit.get(text.charCodeAt(offset));
  return value !== undefined && value < base ? value : undefined;
}

/**
 * Returns the integer with these digits in a base. Quadratic in their number: meant for about ten thousand at most.
 *
 * @param digits - all of them digits of the base.
 * @param base - 2 to 36.
 */
function parseDigits(digits: string, base: number): bigint {
  let value = 0n;
  for (let i = 0; i < digits.length; i += exactDigits) {
    const part = digits.slice(i, i + exactDigits);
    value = value * BigInt(base) ** BigInt(part.length) + BigInt(Number.parseInt(part, base));
  }
  return value;
}

/** This many digits are a safe integer in every base. */
const exactDigits = 10;
