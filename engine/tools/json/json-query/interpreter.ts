import { ToolError } from '../../../core/errors.js';
import { compareJsonNumbers } from '../../../text/json/json-number-order.js';
import { quotedJson } from '../../../text/json/json-records.js';
import type { JsonNode, JsonObject } from '../../../text/json/json-tree.js';
import {
  canonicalNumber,
  describeKind,
  isEmptyContainer,
  isObject,
  kindOf,
  membersByName,
  objectOf,
  stringValue,
} from '../../../text/json/json-values.js';
import { Arguments, type Evaluation, type ExpressionArgument } from './arguments.js';
import { calculate, numberNode } from './arithmetic.js';
import { functions } from './functions.js';

/** A parsed expression. */
export type Expression = ReturnType<typeof import('@jmespath-community/jmespath').compile>;

type Slice = Extract<Expression, { type: 'Slice' }>;

/** The variables that `let` binds, the innermost first. */
interface Scope {
  readonly name: string;
  readonly value: JsonNode;
  readonly outer: Scope | undefined;
}

/** The largest cost of an expression, in parts of values that it reads or creates; about a second of work. */
const maxWork = 10_000_000;

/**
 * Evaluates JMESPath expressions on trees that keep their source text.
 *
 * It sees only the members of objects (`__proto__` is a name, `constructor` is not found), sorts by code point, and
 * counts the cost: each `[@,@][]` in an expression doubles a list.
 */
export class Interpreter implements Evaluation {
  readonly #root: JsonNode;
  #work = 0;
  /** The members of objects that were already searched. */
  readonly #members = new WeakMap<JsonObject, Map<string, JsonNode>>();
  readonly #literals: readonly JsonNode[];
  /** The sources of strings in quotes that were already read. */
  readonly #strings = new WeakMap<object, JsonNode>();

  /** @param literals - the literals between backticks; the expression has their numbers. */
  constructor(root: JsonNode, literals: readonly JsonNode[]) {
    this.#root = root;
    this.#literals = literals;
  }

  /** @throws {ToolError} if the expression costs more than {@link maxWork}. */
  spend(work: number): void {
    this.#work += work;
    if (this.#work > maxWork) throw new ToolError('the expression needs too much work for this input');
  }

  membersOf(object: JsonObject): Map<string, JsonNode> {
    let members = this.#members.get(object);
    if (members === undefined) {
      this.spend(object.members.length);
      members = membersByName(object);
      this.#members.set(object, members);
    }
    return members;
  }

  evaluate(expression: Expression, value: JsonNode, scope?: Scope): JsonNode {
    this.spend(1);
    switch (expression.type) {
      case 'Identity':
      case 'Current':
        return value;
      case 'Root':
        return this.#root;
      case 'Literal':
        return this.#literal(expression);
      case 'Field':
        return isObject(value) ? (this.membersOf(value).get(expression.name) ?? 'null') : 'null';
      case 'Index':
        return Array.isArray(value) ? (value.at(expression.value) ?? 'null') : 'null';
      case 'Slice':
        return this.#slice(value, expression);
      case 'Subexpression':
      case 'Pipe':
      case 'IndexExpression':
        return this.#pipe(expression, value, scope);
      case 'Flatten':
        return this.#flatten(this.evaluate(expression.child, value, scope));
      case 'Projection': {
        const base = this.evaluate(expression.left, value, scope);
        if (kindOf(base) === 'string' && slices(expression.left)) return this.evaluate(expression.right, base, scope);
        return Array.isArray(base) ? this.#project(base, expression.right, scope) : 'null';
      }
      case 'ValueProjection': {
        const base = this.evaluate(expression.left, value, scope);
        return isObject(base) ? this.#project([...this.membersOf(base).values()], expression.right, scope) : 'null';
      }
      case 'FilterProjection': {
        const base = this.evaluate(expression.left, value, scope);
        if (!Array.isArray(base)) return 'null';
        const matching = base.filter((item) => isTrue(this.evaluate(expression.condition, item, scope)));
        return this.#project(matching, expression.right, scope);
      }
      case 'MultiSelectList':
        return expression.children.map((child) => this.evaluate(child, value, scope));
      case 'MultiSelectHash':
        return objectOf(
          new Map(expression.children.map((child) => [child.name, this.evaluate(child.value, value, scope)])),
        );
      case 'OrExpression': {
        const left = this.evaluate(expression.left, value, scope);
        return isTrue(left) ? left : this.evaluate(expression.right, value, scope);
      }
      case 'AndExpression': {
        const left = this.evaluate(expression.left, value, scope);
        return isTrue(left) ? this.evaluate(expression.right, value, scope) : left;
      }
      case 'NotExpression':
        return String(!isTrue(this.evaluate(expression.child, value, scope)));
      case 'Ternary': {
        const isMet = isTrue(this.evaluate(expression.condition, value, scope));
        return this.evaluate(isMet ? expression.trueExpr : expression.falseExpr, value, scope);
      }
      case 'Comparator':
        return this.#compare(
          expression.name,
          this.evaluate(expression.left, value, scope),
          this.evaluate(expression.right, value, scope),
        );
      case 'Arithmetic':
        return calculate(
          expression.operator,
          this.#operand(this.evaluate(expression.left, value, scope)),
          this.#operand(this.evaluate(expression.right, value, scope)),
        );
      case 'Unary': {
        const number = this.#operand(this.evaluate(expression.operand, value, scope));
        return numberNode(expression.operator === 'Minus' ? -number : number);
      }
      case 'LetExpression': {
        let inner = scope;
        for (const binding of expression.bindings) {
          // The parser accepts any expression as a binding.
          if (binding.type !== 'Binding') throw invalidBinding();
          inner = { name: binding.variable, value: this.evaluate(binding.reference, value, scope), outer: inner };
        }
        return this.evaluate(expression.expression, value, inner);
      }
      case 'Variable':
        return variableValue(expression.name, scope);
      case 'Function':
        return this.#call(expression.name, expression.children, value, scope);
      default:
        if (expression.type === 'Binding') throw invalidBinding();
        throw new ToolError('an expression with & is allowed only as an argument of functions such as sort_by');
    }
  }

  /** Returns whether two values are equal: numbers by value, members of objects in any order. */
  equal(a: JsonNode, b: JsonNode): boolean {
    this.spend(1);
    const kind = kindOf(a);
    if (kind !== kindOf(b)) return false;
    if (Array.isArray(a) && Array.isArray(b)) {
      return a.length === b.length && a.every((item, i) => this.equal(item, b[i] ?? 'null'));
    }
    if (isObject(a) && isObject(b)) {
      const [left, right] = [this.membersOf(a), this.membersOf(b)];
      if (left.size !== right.size) return false;
      for (const [name, value] of left) {
        const other = right.get(name);
        if (other === undefined || !this.equal(value, other)) return false;
      }
      return true;
    }
    if (kind === 'string') return this.textOf(a) === this.textOf(b);
    if (a === b || kind !== 'number') return a === b;
    this.#spendOnSource(a);
    this.#spendOnSource(b);
    return canonicalNumber(String(a)) === canonicalNumber(String(b));
  }

  /** Returns the value of a string; undefined for other types. */
  textOf(node: JsonNode): string | undefined {
    this.#spendOnSource(node);
    return stringValue(node);
  }

  /** Returns the value of a number. */
  numberOf(node: JsonNode): number {
    this.#spendOnSource(node);
    return Number(node);
  }

  /** Charges the length of a source text that is read: a million places may share one value. */
  #spendOnSource(node: JsonNode): void {
    if (typeof node === 'string') this.spend(node.length >>> 3);
  }

  #operand(node: JsonNode): number {
    if (kindOf(node) !== 'number') throw new ToolError(`arithmetic needs numbers, and got ${describeKind(node)}`);
    return this.numberOf(node);
  }

  #literal(expression: Extract<Expression, { type: 'Literal' }>): JsonNode {
    const { value } = expression;
    const known = typeof value === 'number' ? this.#literals[value] : this.#strings.get(expression);
    if (known !== undefined) return known;
    const node = quotedJson(String(value));
    this.#strings.set(expression, node);
    return node;
  }

  #pipe(expression: Extract<Expression, { left: Expression }>, value: JsonNode, scope: Scope | undefined): JsonNode {
    const left = this.evaluate(expression.left, value, scope);
    if (expression.type === 'Subexpression' && left === 'null') return 'null';
    return this.evaluate(expression.right, left, scope);
  }

  #project(items: readonly JsonNode[], right: Expression, scope: Scope | undefined): JsonNode {
    this.spend(items.length);
    const projected: JsonNode[] = [];
    for (const item of items) {
      const result = this.evaluate(right, item, scope);
      if (result !== 'null') projected.push(result);
    }
    return projected;
  }

  #flatten(value: JsonNode): JsonNode {
    if (!Array.isArray(value)) return 'null';
    const flat: JsonNode[] = [];
    for (const item of value) {
      this.spend(Array.isArray(item) ? item.length : 1);
      if (!Array.isArray(item)) flat.push(item);
      else for (const inner of item) flat.push(inner);
    }
    return flat;
  }

  #slice(value: JsonNode, slice: Slice): JsonNode {
    const text = this.textOf(value);
    if (text !== undefined) {
      this.spend(text.length);
      return quotedJson(sliced(Array.from(text), slice).join(''));
    }
    if (!Array.isArray(value)) return 'null';
    this.spend(value.length);
    return sliced(value, slice);
  }

  #compare(name: string, a: JsonNode, b: JsonNode): JsonNode {
    if (name === 'EQ') return String(this.equal(a, b));
    if (name === 'NE') return String(!this.equal(a, b));
    if (kindOf(a) !== 'number' || kindOf(b) !== 'number') return 'null';
    this.#spendOnSource(a);
    this.#spendOnSource(b);
    const order = compareJsonNumbers(String(a), String(b));
    if (name === 'GT') return String(order > 0);
    if (name === 'GTE') return String(order >= 0);
    return String(name === 'LT' ? order < 0 : order <= 0);
  }

  #call(name: string, children: readonly Expression[], value: JsonNode, scope: Scope | undefined): JsonNode {
    const known = functions.get(name);
    if (known === undefined) throw new ToolError(`unknown function: ${name}()`);
    const values = children.map((child): JsonNode | ExpressionArgument =>
      child.type === 'ExpressionReference'
        ? { evaluate: (item) => this.evaluate(child.child, item, scope) }
        : this.evaluate(child, value, scope),
    );
    return known.run(new Arguments(name, values, known, this));
  }
}

function invalidBinding(): ToolError {
  return new ToolError('variables are defined with: let $name = … in …');
}

/** In JMESPath, `null`, `false` and empty strings, arrays and objects are false. */
function isTrue(node: JsonNode): boolean {
  return node !== 'null' && node !== 'false' && node !== '""' && !isEmptyContainer(node);
}

/** Returns whether the left side of a projection is a slice such as `[1:2]`, which also works on strings. */
function slices(left: Expression): boolean {
  return left.type === 'IndexExpression' && left.right.type === 'Slice';
}

/** Returns the items of a slice, with the semantics of Python. */
function sliced<Item>(items: readonly Item[], { start, stop, step }: Slice): Item[] {
  const by = step ?? 1;
  if (by === 0) throw new ToolError('the step of a slice must not be 0');
  const bound = (index: number) => {
    const place = index < 0 ? index + items.length : index;
    return by > 0 ? Math.min(Math.max(place, 0), items.length) : Math.min(Math.max(place, -1), items.length - 1);
  };
  const first = start === null ? (by > 0 ? 0 : items.length - 1) : bound(start);
  const end = stop === null ? (by > 0 ? items.length : -1) : bound(stop);
  const selected: Item[] = [];
  for (let i = first; by > 0 ? i < end : i > end; i += by) {
    const item = items[i];
    if (item !== undefined) selected.push(item);
  }
  return selected;
}

function variableValue(name: string, scope: Scope | undefined): JsonNode {
  for (let bound = scope; bound !== undefined; bound = bound.outer) if (bound.name === name) return bound.value;
  throw new ToolError(`undefined variable: $${name}`);
}
