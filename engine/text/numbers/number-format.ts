import { ToolError } from '../../core/errors.js';
import { groupedDigits } from '../../core/grouped-digits.js';
import { withoutLineEnds } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { type Decimal, fractionDigits, integerDigits, type Rounding, roundDecimal } from './decimal.js';

/** The options of every tool that writes numbers in a form of the user's choice. */
export const numberFormatOptions = {
  decimals: Type.Integer({
    default: 2,
    minimum: 0,
    maximum: 20,
    description: 'Digits after the decimal mark; 0 omits the mark',
  }),
  outputThousands: Type.String({
    default: ',',
    maxLength: 5,
    description: 'Separator between groups of three digits; empty for nothing',
  }),
  outputDecimal: Type.String({ default: '.', minLength: 1, maxLength: 5, description: 'The decimal mark to write' }),
  rounding: Type.Enum(['half-up', 'half-even', 'down', 'up'], {
    default: 'half-up',
    description:
      'How to round: half-up rounds 0.5 away from zero, half-even to the even neighbour; down always rounds towards zero and up away from it',
  }),
  prefix: Type.String({
    default: '',
    maxLength: 10,
    description: 'Text before each number, after its minus sign: -$5.00',
  }),
  suffix: Type.String({ default: '', maxLength: 10, description: 'Text after each number' }),
};

/** The values of {@link numberFormatOptions}. */
export interface NumberFormat {
  readonly decimals: number;
  readonly outputThousands: string;
  readonly outputDecimal: string;
  readonly rounding: Rounding;
  readonly prefix: string;
  readonly suffix: string;
}

/** With which of {@link numberFormatOptions} a number is written on one line. */
export const numberFormatWithoutLineEnds = {
  outputThousands: withoutLineEnds,
  outputDecimal: withoutLineEnds,
  prefix: withoutLineEnds,
  suffix: withoutLineEnds,
};

/**
 * Makes a writer of numbers. It calculates with decimal digits of any length. A percent sign that the number had stays,
 * unless the suffix is one.
 *
 * @throws {ToolError} if a decimal mark could not be told from what stands between groups of digits.
 */
export function numberWriter(format: NumberFormat): (value: Decimal, percent?: string) => string {
  const { decimals, outputThousands, outputDecimal, rounding, prefix, suffix } = format;
  if (decimals > 0 && outputDecimal === outputThousands) {
    throw new ToolError('outputDecimal and outputThousands must not be the same');
  }
  const writesPercent = /^\s*[%\uff05\u066a]/.test(suffix);
  return (value, percent = '') => {
    const rounded = roundDecimal(value, decimals, rounding);
    const fraction = decimals === 0 ? '' : outputDecimal + fractionDigits(rounded).padEnd(decimals, '0');
    const integer = groupedDigits(integerDigits(rounded), outputThousands);
    return `${rounded.negative ? '-' : ''}${prefix}${integer}${fraction}${writesPercent ? '' : percent}${suffix}`;
  };
}
