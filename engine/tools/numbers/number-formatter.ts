import { ToolError } from '../../core/errors.js';
import { invalidLinesStay, withoutLineEnds } from '../../core/line-keeping.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';
import { type Decimal, fractionDigits, integerDigits, roundDecimal } from '../../text/numbers/decimal.js';
import {
  DecimalMark,
  exactValue,
  exponentTooLarge,
  type NumberMarks,
  numberMarks,
  numbersInText,
  requiredValue,
  ThousandsMark,
  type WrittenNumber,
  wholeNumber,
} from '../../text/numbers/numbers-in-text.js';
import { codePointBefore, isWordCharacter } from '../../text/unicode/word-characters.js';

const config = Type.Object({
  decimals: Type.Integer({
    default: 2,
    minimum: 0,
    maximum: 20,
    description: 'Digits after the decimal mark; 0 leaves the mark out',
  }),
  thousands: Type.String({
    default: ',',
    maxLength: 5,
    description: 'What to write between groups of three digits; empty for nothing',
  }),
  decimal: Type.String({ default: '.', minLength: 1, maxLength: 5, description: 'The decimal mark to write' }),
  rounding: Type.Enum(['half-up', 'half-even', 'down', 'up'], {
    default: 'half-up',
    description:
      'Where digits are left out: half-up rounds 0.5 away from zero, half-even to the even neighbour; down always rounds towards zero and up away from it',
  }),
  prefix: Type.String({
    default: '',
    maxLength: 10,
    description: 'What to write before each number, behind its minus sign: -$5.00',
  }),
  suffix: Type.String({ default: '', maxLength: 10, description: 'What to write after each number' }),
  scope: Type.Enum(['lines', 'all'], {
    default: 'lines',
    description: 'lines takes each line for one number; all formats the numbers inside a text',
  }),
  invalid: invalidLines(),
  inputDecimal: DecimalMark,
  inputThousands: ThousandsMark,
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'number-formatter',
  title: 'Number formatter',
  description:
    'Rounds numbers to a fixed count of decimal places and writes them with thousands separators, or a currency sign. Calculates with decimal digits of any length, so nothing is lost. Inside a text, numbers that are part of a name, date, time, version or address stay as they are.',
  config,
  examples: [
    { input: '1234567.891\n-0.005\n1e3', output: '1,234,567.89\n-0.01\n1,000.00' },
    {
      input: '1.234,5',
      config: { inputDecimal: ',', thousands: ' ', decimal: ',', suffix: ' €' },
      output: '1 234,50 €',
    },
    {
      input: 'Paid 1999.5 of 25000 on 2026-11-21 (v2)',
      config: { scope: 'all', prefix: '$' },
      output: 'Paid $1,999.50 of $25,000.00 on 2026-11-21 (v2)',
    },
    { input: '2.5\n3.5\n-2.5', config: { decimals: 0, rounding: 'half-even' }, output: '2\n4\n-2' },
    { input: 'n/a\n\n7', config: { invalid: 'keep' }, output: 'n/a\n\n7.00' },
  ],
  heavy: true,
  keepsLines: [
    {
      scope: { enum: ['lines'] },
      invalid: invalidLinesStay,
      thousands: withoutLineEnds,
      decimal: withoutLineEnds,
      prefix: withoutLineEnds,
      suffix: withoutLineEnds,
    },
  ],
  run(input, config, limit) {
    if (config.decimals > 0 && config.decimal === config.thousands) {
      throw new ToolError('decimal and thousands must not be the same');
    }
    const marks = numberMarks(config.inputDecimal, config.inputThousands);
    return config.scope === 'lines'
      ? formatLines(input, marks, config, limit)
      : formatInText(input, marks, config, limit);
  },
});

function formatLines(input: string, marks: NumberMarks, config: Config, limit: OutputLimit): string {
  const convert = (line: string) => {
    const number = wholeNumber(line, marks);
    if (number === undefined) return new LineProblem('not a number');
    const value = exactValue(line, number, marks);
    return value === undefined ? new LineProblem(exponentTooLarge) : format(value, config);
  };
  return convertLines(input, { convert, invalid: config.invalid }, limit);
}

function formatInText(input: string, marks: NumberMarks, config: Config, limit: OutputLimit): string {
  let written = '';
  let end = 0;
  for (const number of numbersInText(input, marks)) {
    if (isPartOfName(input, number)) continue;
    // A plus sign may stand for more than the number: +5 °C, +49 170.
    const start = number.negative ? number.start : number.digitsStart;
    written += input.slice(end, start) + format(requiredValue(input, number, marks), config);
    end = number.end;
    limit.check(written.length);
  }
  return written + input.slice(end);
}

/** Whether a number is inside a word, an ordinal such as 3rd, or joined to another one: 2026-11-21, 10:30, 1.2.3, 1/2. */
function isPartOfName(text: string, { start, end }: WrittenNumber): boolean {
  return (
    isWordCharacter(codePointBefore(text, start)) ||
    (isJoiner(text[start - 1]) && isDigit(text[start - 2])) ||
    (isJoiner(text[end]) && isDigit(text[end + 1])) ||
    /^(?:st|nd|rd|th)(?![\p{L}\p{N}])/iu.test(text.slice(end, end + 4))
  );
}

function isJoiner(character = ''): boolean {
  return character !== '' && '-/:.\u2013'.includes(character);
}

function isDigit(character = ''): boolean {
  return character >= '0' && character <= '9' && character.length === 1;
}

function format(value: Decimal, { decimals, thousands, decimal, rounding, prefix, suffix }: Config): string {
  const rounded = roundDecimal(value, decimals, rounding);
  const fraction = decimals === 0 ? '' : decimal + fractionDigits(rounded).padEnd(decimals, '0');
  return `${rounded.negative ? '-' : ''}${prefix}${grouped(integerDigits(rounded), thousands)}${fraction}${suffix}`;
}

function grouped(digits: string, separator: string): string {
  if (digits.length <= 3 || separator === '') return digits;
  let written = digits.slice(0, digits.length % 3 || 3);
  for (let i = written.length, count = digits.length; i < count; i += 3) written += separator + digits.slice(i, i + 3);
  return written;
}
