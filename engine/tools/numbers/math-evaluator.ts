import { ToolError } from '../../core/errors.js';
import { invalidLinesStay } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';
import { evaluate, isMathName } from './math-evaluator/expression.js';
import { constants } from './math-evaluator/names.js';
import { type MathNumber, MathNumbers } from './math-evaluator/numbers.js';
import { MathProblem } from './math-evaluator/problem.js';

export default defineTool({
  slug: 'math-evaluator',
  title: 'Math evaluator',
  description:
    'Calculates an expression on each line, such as 2*(3+4)^2, with decimal digits: 0.1+0.2 is 0.3, and whole numbers are exact. Knows + - * / % (the remainder, never percent) ^, brackets, abs, ceil, floor, trunc, max, min, round(x, decimals), sqrt, exp, ln, log(x, base), log10, log2, sin, cos, tan, asin, acos, atan (radians), pi and e. Numbers have at most 10,000 digits and exponents are whole numbers up to 1,000.',
  config: Type.Object({
    precision: Type.Integer({
      default: 20,
      minimum: 1,
      maximum: 100,
      description:
        'Digits after the decimal mark to which results are rounded; in numbers below 0.1 the zeros after the mark do not count',
    }),
    variables: Type.Record(Type.String(), Type.Number(), {
      default: {},
      maxProperties: 50,
      description: 'Variables for the expressions, by name: {"price": 9.99}; they override pi and e',
    }),
    invalid: invalidLines(),
  }),
  examples: [
    { input: '2*(3+4)^2\n0.1 + 0.2\n10 / 4', output: '98\n0.3\n2.5' },
    { input: 'price * (1 + tax)', config: { variables: { price: 9.99, tax: 0.2 } }, output: '11.988' },
    { input: '1/3\nround(2/3, 2)\nsqrt(2)', config: { precision: 5 }, output: '0.33333\n0.67\n1.41421' },
    { input: '2^100\n-2^2\n2^3^2\n-7 % 3', output: '1267650600228229401496703205376\n-4\n512\n-1' },
    { input: 'exp(1)\nlog(8, 2)\nsin(pi/6)\n4*atan(1)', config: { precision: 5 }, output: '2.71828\n3\n0.5\n3.14159' },
    { input: 'total:\n1/0', config: { invalid: 'keep' }, output: 'total:\n1/0' },
  ],
  keepsLines: [{ invalid: invalidLinesStay }],
  run(input, { precision, variables, invalid }, limit) {
    const numbers = new MathNumbers(precision);
    const values = valuesOf(variables, numbers);
    const convert = (line: string) => {
      try {
        return numbers.write(evaluate(line, numbers, values));
      } catch (error) {
        if (error instanceof MathProblem) return new LineProblem(error.message, error.offset);
        throw error;
      }
    };
    return convertLines(input, { convert, invalid }, limit);
  },
});

function valuesOf(variables: Readonly<Record<string, number>>, numbers: MathNumbers): Map<string, MathNumber> {
  const values = new Map(Array.from(constants, ([name, digits]) => [name, numbers.parse(digits, 0)]));
  for (const [name, value] of Object.entries(variables)) {
    if (!isMathName(name))
      throw new ToolError(`variables: "${name.slice(0, 50)}" is not a name of letters, digits and underscores`);
    values.set(name, numbers.parse(String(value), 0));
  }
  return values;
}
