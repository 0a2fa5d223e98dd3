import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { readableText } from '../../text/escapes/readable-text.js';
import { plainDecimal } from '../../text/numbers/decimal.js';
import {
  DecimalMark,
  irregularNumber,
  numberMarks,
  numbersInText,
  requiredValue,
  ThousandsMark,
} from '../../text/numbers/numbers-in-text.js';
import type { Span } from '../../text/span.js';

export default defineTool({
  slug: 'extract-numbers',
  title: 'Extract numbers',
  description:
    'Finds the numbers in a text, also inside words, with fractions, thousands separators and exponents, in the digits of any script. A sign may be before a currency (-$5), K, M, bn or tn after the digits (1.5K), and a number that is alone in its line as (5) or 5- is negative. 1,000,00 and 1.168,81 may each be one number or several: see invalid. B and T count only in amounts ($2B) and fractions. Every number of a date, an IP address or a version counts separately, and a hyphen between two numbers is not a minus sign. The digits of \\xe9 and such do not count.',
  config: Type.Object({
    decimal: DecimalMark,
    thousands: ThousandsMark,
    negatives: Type.Boolean({ default: true, description: 'When false, ignores the signs before numbers' }),
    format: Type.Enum(['raw', 'plain'], {
      default: 'raw',
      description:
        'raw returns numbers as written; plain writes them as 1234.5, without separators, exponents and unnecessary zeros',
    }),
    invalid: Type.Enum(['keep', 'drop', 'error'], {
      default: 'keep',
      description:
        'What to do with digits in irregular groups, such as 1,000,00, 1.168,81 or rgb(255,100,20): keep returns them as one item, as written, also with the format plain; drop leaves them out; error names their place. Set decimal, or thousands to nothing for a list such as 255,100,20',
    }),
    unique: Type.Boolean({ default: false, description: 'Returns each number once, in the order of first occurrence' }),
    separator: Type.String({ default: '\n', maxLength: 10, description: 'Text between two numbers' }),
    limit: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 500_000,
      description: 'Returns at most this many numbers, counted after the other options; 0 returns all',
    }),
  }),
  examples: [
    {
      input: 'Order 66: 3 items at $1,299.50, discount -15 %.',
      output: '66\n3\n1,299.50\n-15',
    },
    {
      input: 'Summe: 1.299,50 € bei 1,5e3 Stück',
      config: { decimal: ',', format: 'plain', separator: '; ' },
      output: '1299.5; 1500',
    },
    { input: 'Refund −$1,299.50\n(40)\n1.5M views', config: { format: 'plain' }, output: '-1299.5\n-40\n1500000' },
    { input: '2026-11-21, pages 10-20', output: '2026\n11\n21\n10\n20' },
    { input: 'Paid 1,000,00 of 2', output: '1,000,00\n2' },
    { input: 'total = 42 (was 40)', config: { limit: 1 }, output: '42' },
  ],
  run(input, { decimal, thousands, negatives, format, invalid, unique, separator, limit: most }, limit) {
    const { text } = readableText(input, 'none');
    const marks = numberMarks(decimal, thousands);
    const found: string[] = [];
    const seen = new Set<string>();
    let length = 0;
    const add = (written: string) => {
      if ((most > 0 && found.length === most) || (unique && seen.has(written))) return;
      if (unique) seen.add(written);
      length += written.length + (found.length === 0 ? 0 : separator.length);
      limit.check(length);
      found.push(written);
    };
    const onIrregular = (digits: Span) => {
      if (invalid === 'error') throw irregularNumber(text, digits);
      if (invalid === 'keep') add(text.slice(digits.start, digits.end));
    };
    for (const number of numbersInText(text, marks, { signs: negatives, onIrregular })) {
      const raw = format === 'raw';
      add(raw ? text.slice(number.start, number.end) : plainDecimal(requiredValue(text, number, marks)));
      if (found.length === most) break;
    }
    return found.join(separator);
  },
});
