import { invalidLinesStay } from '../../core/line-keeping.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';
import { numberFormatOptions, numberFormatWithoutLineEnds, numberWriter } from '../../text/numbers/number-format.js';
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
  wholeNumberForms,
} from '../../text/numbers/numbers-in-text.js';
import { codePointBefore, isWordCharacter } from '../../text/unicode/word-characters.js';

const config = Type.Object({
  ...numberFormatOptions,
  scope: Type.Enum(['lines', 'text'], {
    default: 'lines',
    description: `lines takes each line for one number, written ${wholeNumberForms}: it removes a currency, and keeps a percent sign. text formats the digits inside a text and keeps what is around them`,
  }),
  invalid: invalidLines(),
  decimal: DecimalMark,
  thousands: ThousandsMark,
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
      config: { decimal: ',', outputThousands: ' ', outputDecimal: ',', suffix: ' €' },
      output: '1 234,50 €',
    },
    {
      input: 'Paid 1999.5 of 25000 on 2026-11-21 (v2)',
      config: { scope: 'text', prefix: '$' },
      output: 'Paid $1,999.50 of $25,000.00 on 2026-11-21 (v2)',
    },
    { input: '2.5\n3.5\n-2.5', config: { decimals: 0, rounding: 'half-even' }, output: '2\n4\n-2' },
    { input: 'n/a\n\n7', config: { invalid: 'keep' }, output: 'n/a\n\n7.00' },
  ],
  keepsLines: [{ scope: { enum: ['lines'] }, invalid: invalidLinesStay, ...numberFormatWithoutLineEnds }],
  run(input, config, limit) {
    const marks = numberMarks(config.decimal, config.thousands);
    return config.scope === 'lines'
      ? formatLines(input, marks, config, limit)
      : formatInText(input, marks, config, limit);
  },
});

function formatLines(input: string, marks: NumberMarks, config: Config, limit: OutputLimit): string {
  const write = numberWriter(config);
  const convert = (line: string) => {
    const number = wholeNumber(line, marks);
    if (number === undefined) return new LineProblem('not a number');
    const value = exactValue(number, marks);
    return value === undefined ? new LineProblem(exponentTooLarge) : write(value, number.percent);
  };
  return convertLines(input, { convert, invalid: config.invalid }, limit);
}

function formatInText(input: string, marks: NumberMarks, config: Config, limit: OutputLimit): string {
  const write = numberWriter(config);
  let written = '';
  let end = 0;
  // What is around the digits stays: 1.5K, 50 %, (5).
  for (const number of numbersInText(input, marks, { multipliers: false })) {
    if (isPartOfName(input, number)) continue;
    // A plus sign may mean more than the number: +5 °C, +49 170. A currency or a bracket may be behind the minus sign.
    const isSigned = number.negative && number.start === number.digitsStart - 1 && number.end === number.valueEnd;
    const start = isSigned ? number.start : number.digitsStart;
    written += input.slice(end, start) + write(requiredValue(input, { ...number, negative: isSigned }, marks));
    end = number.valueEnd;
    limit.check(written.length);
  }
  return written + input.slice(end);
}

/**
 * Tests whether a number is inside a word, an ordinal such as 3rd, or joined to another one: 2026-11-21, 10:30, 1.2.3,
 * 1/2.
 */
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
