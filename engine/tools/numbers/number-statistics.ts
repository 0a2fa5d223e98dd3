import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { type Decimal, plainDecimal } from '../../text/numbers/decimal.js';
import { DecimalSample } from '../../text/numbers/decimal-sample.js';
import {
  DecimalMark,
  irregularNumber,
  numberMarks,
  numbersInText,
  requiredValue,
  ThousandsMark,
} from '../../text/numbers/numbers-in-text.js';
import { positionAt } from '../../text/position.js';
import type { Span } from '../../text/span.js';

const config = Type.Object({
  stat: Type.Enum(['sum', 'mean', 'median', 'min', 'max', 'count', 'stdev', 'all'], {
    default: 'sum',
    description:
      'The statistic to calculate; stdev is the standard deviation, and all writes every statistic on a separate line',
  }),
  population: Type.Boolean({
    default: false,
    description:
      'Standard deviation: the numbers are the whole population, so divide by their count; otherwise by one less, as for a sample',
  }),
  decimals: Type.Integer({
    default: 10,
    minimum: 0,
    maximum: 100,
    description: 'Digits after the decimal mark for mean and stdev, rounded half up; unnecessary zeros are omitted',
  }),
  format: Type.Enum(['text', 'json'], {
    default: 'text',
    description: 'text writes the figure alone, or names and figures for all; json writes an object for other programs',
  }),
  decimal: DecimalMark,
  thousands: ThousandsMark,
  negatives: Type.Boolean({ default: true, description: 'When false, ignores the signs before numbers' }),
});

type Config = Static<typeof config>;
type Statistic = Exclude<Config['stat'], 'all'>;

/** The most digits of a number in the calculation. */
const maxDigits = 10_000;

export default defineTool({
  slug: 'number-statistics',
  title: 'Number statistics',
  description:
    'Calculates the sum, mean, median, minimum, maximum, count or standard deviation of all the numbers in a text, exactly, in decimal digits and without intermediate rounding. Finds numbers like extract-numbers, even inside words; 100,200 is one number unless thousands is empty, and 1,000,00 and 1.168,81 are errors. -$5 is -5, 1.5K is 1500, and (5) or 5- alone in its line is -5; units such as % are ignored.',
  config,
  examples: [
    { input: '0.1\n0.2', output: '0.3' },
    { input: '2 eggs, 4 apples and 9 pears', config: { stat: 'mean' }, output: '5' },
    {
      input: '3\n1\n2\n10',
      config: { stat: 'all', decimals: 4 },
      output: 'Count: 4\nSum: 16\nMean: 4\nMedian: 2.5\nMinimum: 1\nMaximum: 10\nStandard deviation: 4.0825',
    },
    {
      input: '1,250.50\n749.50',
      config: { stat: 'all', format: 'json', population: true },
      output:
        '{\n  "count": 2,\n  "sum": 2000,\n  "mean": 1000,\n  "median": 1000,\n  "min": 749.5,\n  "max": 1250.5,\n  "stdev": 250.5\n}',
    },
    { input: 'no numbers here', config: { stat: 'mean' }, output: '' },
  ],
  run(input, config) {
    const sample = new DecimalSample(readNumbers(input, config));
    const statistics: readonly Statistic[] = config.stat === 'all' ? everyStatistic : [config.stat];
    const figures = statistics.map((statistic) => [statistic, figure(sample, statistic, config)] as const);
    if (config.format === 'json') {
      return `{\n${figures.map(([name, value]) => `  "${name}": ${value ?? 'null'}`).join(',\n')}\n}`;
    }
    if (config.stat !== 'all') return figures[0]?.[1] ?? '';
    return figures.map(([name, value]) => `${titles[name]}: ${value ?? 'n/a'}`).join('\n');
  },
});

const titles: Readonly<Record<Statistic, string>> = {
  count: 'Count',
  sum: 'Sum',
  mean: 'Mean',
  median: 'Median',
  min: 'Minimum',
  max: 'Maximum',
  stdev: 'Standard deviation',
};

const everyStatistic = Object.keys(titles) as Statistic[];

function readNumbers(input: string, { decimal, thousands, negatives }: Config): Decimal[] {
  const marks = numberMarks(decimal, thousands);
  const values: Decimal[] = [];
  const onIrregular = (digits: Span) => {
    throw irregularNumber(input, digits);
  };
  for (const number of numbersInText(input, marks, { signs: negatives, onIrregular })) {
    const value = requiredValue(input, number, marks);
    if (value.digits.length > maxDigits) {
      throw ToolError.at(positionAt(input, number.start), `a number has more than ${maxDigits} digits`);
    }
    values.push(value);
  }
  return values;
}

/** Returns undefined if there are too few numbers. */
function figure(sample: DecimalSample, statistic: Statistic, { decimals, population }: Config): string | undefined {
  if (statistic === 'count') return String(sample.size);
  const value = {
    sum: () => sample.sum(),
    mean: () => sample.mean(decimals),
    median: () => sample.median(),
    min: () => sample.minimum(),
    max: () => sample.maximum(),
    stdev: () => sample.standardDeviation(decimals, population),
  }[statistic]();
  return value === undefined ? undefined : plainDecimal(value);
}
