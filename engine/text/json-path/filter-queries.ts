import type { JSONPathQuery, JSONValue, jsonpath } from 'json-p3';
import { lazyLibrary } from '../../core/lazy-library.js';
import { compareCodePoints } from '../order/code-point-order.js';
import { compareNumbers, type PathValues } from './path-values.js';

const library = lazyLibrary<typeof import('json-p3')>('json-p3');

type FilterExpression = InstanceType<typeof jsonpath.expressions.FilterExpression>;
type InfixExpression = InstanceType<typeof jsonpath.expressions.InfixExpression>;

/** Yields the values that a query selects below a value. */
export type ValuesOf = (query: JSONPathQuery, root: JSONValue) => Iterable<JSONValue>;

/**
 * Makes the queries inside the filters of a query, as `@..a` in `$[?@..a]`, select by `valuesOf`. The library's own way
 * is quadratic for deep JSON, and counts nothing. Where only the existence of a value matters, one value is selected;
 * a query from the root is answered once. Queries for one value, as `@.a.b`, stay the library's: they cost a step each.
 *
 * Comparisons with `<` and the like order strings by code point; the library compares UTF-16 code units. Numbers are
 * compared by all their digits, also those of the query.
 */
export function replaceFilterQueries(query: JSONPathQuery, values: PathValues, valuesOf: ValuesOf): void {
  const { FilterSelector } = library().jsonpath.selectors;
  for (const { selectors } of query.segments) {
    for (const selector of selectors) {
      if (selector instanceof FilterSelector) replaceIn(selector.expression, 'existence');
    }
  }

  /** @param wanted - whether the surrounding expression needs all values, or at most one. */
  function replaceIn(expression: FilterExpression, wanted: 'existence' | 'values'): void {
    const {
      FilterQuery,
      FunctionExtension,
      InfixExpression,
      LogicalExpression,
      NumberLiteral,
      PrefixExpression,
      RootQuery,
    } = library().jsonpath.expressions;
    if (expression instanceof LogicalExpression) replaceIn(expression.expression, wanted);
    else if (expression instanceof PrefixExpression) replaceIn(expression.right, 'existence');
    else if (expression instanceof InfixExpression) {
      const ofOperands = expression.logical ? 'existence' : 'values';
      replaceIn(expression.left, ofOperands);
      replaceIn(expression.right, ofOperands);
      if (!expression.logical) orderExactly(expression);
    } else if (expression instanceof FunctionExtension) {
      for (const argument of expression.args) replaceIn(argument, 'values');
    } else if (expression instanceof NumberLiteral) {
      const value = values.number(expression.token.value);
      expression.evaluate = () => value;
    } else if (expression instanceof FilterQuery) {
      replaceFilterQueries(expression.path, values, valuesOf);
      if (!expression.path.singularQuery())
        selectBy(expression.path, valuesOf, wanted, expression instanceof RootQuery);
    }
  }
}

/** RFC 9535 section 2.3.5.2.2: strings by Unicode scalar values, numbers by their values. */
function orderExactly(comparison: InfixExpression): void {
  const { compare } = library().jsonpath.expressions;
  const { left, operator, right } = comparison;
  comparison.evaluate = (context) => {
    const [a, b] = [operandValue(left.evaluate(context)), operandValue(right.evaluate(context))];
    const order = typeof a === 'string' && typeof b === 'string' ? compareCodePoints(a, b) : compareNumbers(a, b);
    return order === undefined ? compare(a, operator, b) : compare(order, operator, 0);
  };
}

function operandValue(operand: unknown): unknown {
  if (!(operand instanceof library().JSONPathNodeList) || operand.length !== 1) return operand;
  return operand.nodes[0]?.value;
}

function selectBy(path: JSONPathQuery, valuesOf: ValuesOf, wanted: 'existence' | 'values', fromRoot: boolean): void {
  const { JSONPathNode, JSONPathNodeList } = library();
  let known: InstanceType<typeof JSONPathNodeList> | undefined;
  path.query = (root) => {
    if (known !== undefined) return known;
    const nodes: InstanceType<typeof JSONPathNode>[] = [];
    for (const value of valuesOf(path, root)) {
      nodes.push(new JSONPathNode(value, [], root));
      if (wanted === 'existence') break;
    }
    const found = new JSONPathNodeList(nodes);
    if (fromRoot) known = found;
    return found;
  };
}
