import { ToolError } from '../../../core/errors.js';
import { lazyLibrary } from '../../../core/lazy-library.js';
import { type JsonNode, parseJsonTree } from '../../../text/json/json-tree.js';
import { type Expression, Interpreter } from './interpreter.js';

const library = lazyLibrary<typeof import('@jmespath-community/jmespath')>('@jmespath-community/jmespath');

/**
 * Evaluates a JMESPath expression on a JSON value.
 *
 * Only the parser comes from the library. The library's interpreter reads prototypes, sorts by the host's locale, and
 * lets an expression of 2,000 characters fill the memory. {@link Interpreter} keeps the source text of numbers and
 * strings, so selected values and literals are written unchanged.
 *
 * Parts of the result may be shared (`[@, @]`), so its JSON can be exponentially longer.
 *
 * @throws {ToolError} for an invalid expression, an argument of the wrong type, or too much work.
 */
export function queryJson(root: JsonNode, expression: string): JsonNode {
  // Errors name tokens of the expression as it is, so it is parsed before its literals are replaced.
  parse(expression);
  const numbered = numberLiterals(expression);
  const tree = parse(numbered.expression);
  try {
    return new Interpreter(root, numbered.literals).evaluate(tree, root);
  } catch (error) {
    throw error instanceof RangeError ? new ToolError(tooNested) : error;
  }
}

const tooNested = 'the expression is nested too deeply';

function parse(expression: string): Expression {
  try {
    return library().compile(expression);
  } catch (error) {
    if (error instanceof RangeError) throw new ToolError(tooNested);
    throw new ToolError(`invalid JMESPath expression${detail(error)}`);
  }
}

/** Returns the parser's reason, if its message contains one that users understand. */
function detail(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/EOF|undefined|\bend of JSON input$/.test(message)) return ': unexpected end';
  const [, token] = /(?:value: |token: |character: |token \(\w+\): ")(.+?)(?:\(\w+\)|")?$/s.exec(message) ?? [];
  if (token !== undefined) return `: unexpected ${token}`;
  if (message.includes('JSON literal')) return ": a literal between backticks must be JSON; write strings as 'text'";
  return message.includes('quoted identifier') ? ': function names have no quotes' : '';
}

/** An expression with the number of each literal between backticks in its place, and the literals by that number. */
interface NumberedLiterals {
  readonly expression: string;
  readonly literals: readonly JsonNode[];
}

/** Names and strings in quotes, which may contain backticks, and literals; the last quote of the expression may miss. */
const quoted = /"(?:\\["\\]|[^"])*(?:"|$)|'(?:\\['\\]|[^'])*(?:'|$)|`((?:\\[`\\]|[^`])*)(?:`|$)/g;

/**
 * Replaces the literals between backticks by numbers. The parser reads them as JavaScript values, so it rounds numbers
 * such as `9007199254740993`; here they stay as written. In the parsed expression a literal that is a string is one in
 * quotes, a number is that of a literal between backticks.
 *
 * @param expression - one that the parser accepts.
 * @throws {ToolError} if a literal is nested too deep.
 */
function numberLiterals(expression: string): NumberedLiterals {
  const literals: JsonNode[] = [];
  const numbered = expression.replace(quoted, (whole, literal?: string) => {
    if (literal === undefined) return whole;
    literals.push(parseJsonTree(literal.replace('\\`', '`')));
    return `\`${literals.length - 1}\``;
  });
  return { expression: numbered, literals };
}
