import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';

const largest = 1e15;
const mostNumbers = 100_000;
const mostDecimals = 12;

/** Most numbers are no longer. */
const charactersOfNumber = 8;

export default defineTool({
  slug: 'sequence-generator',
  title: 'Sequence generator',
  description:
    'Writes the numbers from one to another in equal steps, up or down, each inserted into a template: file-001.txt, file-002.txt. Decimals are exact. The input is not part of the result and may be empty.',
  config: Type.Object({
    start: Type.Number({ default: 1, minimum: -largest, maximum: largest, description: 'The first number' }),
    end: Type.Number({
      minimum: -largest,
      maximum: largest,
      description: 'Where to stop: the last number, if the steps reach it',
    }),
    step: Type.Number({
      default: 1,
      minimum: -largest,
      maximum: largest,
      description: 'Difference between two numbers; start and end decide whether they go up or down',
    }),
    format: Type.String({
      default: '{n}',
      maxLength: 200,
      description: 'Text for each number; {n} is replaced with the number',
    }),
    pad: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 20,
      description: 'Minimum number of digits before the decimal point, with leading zeros',
    }),
    separator: Type.String({ default: '\n', maxLength: 10, description: 'Text between two numbers' }),
  }),
  examples: [
    { input: '', config: { end: 5, separator: ', ' }, output: '1, 2, 3, 4, 5' },
    {
      input: '',
      config: { start: 8, end: 11, pad: 3, format: 'file-{n}.txt' },
      output: 'file-008.txt\nfile-009.txt\nfile-010.txt\nfile-011.txt',
    },
    { input: '', config: { start: 0.1, end: 0.5, step: 0.1 }, output: '0.1\n0.2\n0.3\n0.4\n0.5' },
    { input: '', config: { start: 3, end: -4, step: 3 }, output: '3\n0\n-3' },
  ],
  charactersFromOptions: ({ start, end, step, format, separator }) =>
    Math.abs((end - start) / step) * (format.length + separator.length + charactersOfNumber),
  run(_, { start, end, step, format, pad, separator }, limit) {
    if (step === 0) throw new ToolError('step must not be 0');
    const parts = format.split('{n}');
    if (parts.length === 1) throw new ToolError('format has no {n}, which is replaced with the number');
    const decimals = Math.max(decimalsOf(start, 'start'), decimalsOf(step, 'step'));
    const scale = Math.max(decimals, decimalsOf(end, 'end'));
    const [first, last, distance] = [scaled(start, scale), scaled(end, scale), scaled(Math.abs(step), scale)];
    const difference = last > first ? last - first : first - last;
    const count = difference / distance + 1n;
    if (count > mostNumbers) throw new ToolError(`${count} numbers are more than ${mostNumbers}; take a larger step`);
    const signedStep = last > first ? distance : -distance;
    const written: string[] = [];
    let length = 0;
    for (let i = 0n; i < count; i++) {
      const number = decimalText(first + i * signedStep, scale, decimals, pad);
      const text = parts.join(number);
      length += text.length + (i === 0n ? 0 : separator.length);
      limit.check(length);
      written.push(text);
    }
    return written.join(separator);
  },
});

/** Returns the number of decimals that a number is written with: 0.1 has one, although no double is 0.1. */
function decimalsOf(number: number, option: string): number {
  const { decimals } = decimalDigits(number);
  if (decimals > mostDecimals) throw new ToolError(`${option} has more than ${mostDecimals} decimals`);
  return decimals;
}

/** Returns a number as an integer of its last place: 1.25 at scale 3 is 1250. */
function scaled(number: number, scale: number): bigint {
  const { digits, decimals } = decimalDigits(number);
  return digits * 10n ** BigInt(scale - decimals);
}

/** Returns the shortest decimal number that parses to this double, which is what the request said. */
function decimalDigits(number: number): { digits: bigint; decimals: number } {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [integer = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(integer + fraction), decimals: fraction.length - Number(exponent) };
}

function decimalText(value: bigint, scale: number, decimals: number, pad: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const integer = digits.slice(0, digits.length - scale).padStart(pad, '0');
  // The steps are multiples of the unit at `decimals`, so only zeros are cut off.
  const fraction = digits.slice(digits.length - scale, digits.length - scale + decimals);
  return `${value < 0n ? '-' : ''}${integer}${fraction === '' ? '' : `.${fraction}`}`;
}
