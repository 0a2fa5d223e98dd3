import { ToolError } from '../../../core/errors.js';
import { lazyLibrary } from '../../../core/lazy-library.js';
import type { JsonNode } from '../../../text/json/json-tree.js';
import { type Expression, Interpreter } from './interpreter.js';

const library = lazyLibrary<typeof import('@jmespath-community/jmespath')>('@jmespath-community/jmespath');

/**
 * What a JMESPath expression makes of a JSON value.
 *
 * Only the parser is the library's: its interpreter reaches into prototypes, sorts by the host's locale and lets an
 * expression of 2,000 characters fill the memory. {@link Interpreter} works on the source of numbers and strings, so
 * what an expression only selects comes out as it was written.
 *
 * Parts of the result may be shared (`[@, @]`), so that it can be exponentially larger when it is written.
 *
 * @throws {ToolError} if the expression is none, if a function gets what it cannot use, or if it takes too much work.
 */
export function queryJson(root: JsonNode, expression: string): JsonNode {
  const tree = parse(expression);
  try {
    return new Interpreter(root).evaluate(tree, root);
  } catch (error) {
    throw error instanceof RangeError ? new ToolError(tooNested) : error;
  }
}

const tooNested = 'the expression is nested too deep';

function parse(expression: string): Expression {
  try {
    return library().compile(expression);
  } catch (error) {
    if (error instanceof RangeError) throw new ToolError(tooNested);
    throw new ToolError(`the expression is not JMESPath${detail(error)}`);
  }
}

/** Where the parser stumbled, as far as it says so in words for its users. At the end of the text it says nothing. */
function detail(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/EOF|undefined|\bend of JSON input$/.test(message)) return ': it ends too early';
  const [, token] = /(?:value: |token: |character: |token \(\w+\): ")(.+?)(?:\(\w+\)|")?$/s.exec(message) ?? [];
  if (token !== undefined) return `: unexpected ${token}`;
  if (message.includes('JSON literal')) return ": between ` and ` there must be JSON; a string is written 'text'";
  return message.includes('quoted identifier') ? ': the name of a function has no quotes' : '';
}
