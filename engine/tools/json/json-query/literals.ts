import { type JsonNode, parseJsonTree } from '../../../text/json/json-tree.js';

/** An expression with the number of each literal between backticks in its place, and the literals by that number. */
export interface NumberedLiterals {
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
export function numberLiterals(expression: string): NumberedLiterals {
  const literals: JsonNode[] = [];
  const numbered = expression.replace(quoted, (whole, literal?: string) => {
    if (literal === undefined) return whole;
    literals.push(parseJsonTree(literal.replace('\\`', '`')));
    return `\`${literals.length - 1}\``;
  });
  return { expression: numbered, literals };
}
