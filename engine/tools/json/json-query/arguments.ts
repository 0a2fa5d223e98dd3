import { ToolError } from '../../../core/errors.js';
import type { JsonNode, JsonObject } from '../../../text/json/json-tree.js';
import { describeKind, kindOf } from '../../../text/json/json-values.js';

/** An argument that the function itself evaluates: `&age` in `sort_by(@, &age)`. */
export interface ExpressionArgument {
  readonly evaluate: (value: JsonNode) => JsonNode;
}

/** The part of the interpreter that functions use. */
export interface Evaluation {
  /** Counts work. @throws {ToolError} if the expression costs too much. */
  spend(work: number): void;
  equal(a: JsonNode, b: JsonNode): boolean;
  /** Returns undefined if the value is not a string. */
  textOf(node: JsonNode): string | undefined;
  numberOf(node: JsonNode): number;
  membersOf(object: JsonObject): Map<string, JsonNode>;
}

/** The number of arguments that a function takes. */
export interface Arity {
  readonly least: number;
  readonly most: number;
}

/** The arguments of one call. Each method checks the type of an argument and returns its value. */
export class Arguments {
  readonly interpreter: Evaluation;
  readonly count: number;
  readonly #name: string;
  readonly #values: readonly (JsonNode | ExpressionArgument)[];

  /** @throws {ToolError} for too few or too many arguments. */
  constructor(
    name: string,
    values: readonly (JsonNode | ExpressionArgument)[],
    { least, most }: Arity,
    interpreter: Evaluation,
  ) {
    this.#name = name;
    this.#values = values;
    this.count = values.length;
    this.interpreter = interpreter;
    if (this.count < least) throw new ToolError(`${name}() needs ${atLeast(least, most)}, and got ${this.count}`);
    if (this.count > most) throw new ToolError(`${name}() accepts at most ${plural(most)}, and got ${this.count}`);
  }

  value(index: number): JsonNode {
    const value = this.#values[index];
    if (value === undefined || isExpression(value)) throw this.#wrong(index, 'a value');
    return value;
  }

  all(): JsonNode[] {
    return this.#values.map((_, i) => this.value(i));
  }

  text(index: number): string {
    const text = this.interpreter.textOf(this.value(index));
    if (text === undefined) throw this.#wrong(index, 'a string');
    this.interpreter.spend(text.length);
    return text;
  }

  number(index: number): number {
    if (kindOf(this.value(index)) !== 'number') throw this.#wrong(index, 'a number');
    return this.interpreter.numberOf(this.value(index));
  }

  /** Returns an integer. @param least - the smallest allowed integer. */
  integer(index: number, least = Number.NEGATIVE_INFINITY): number {
    const number = this.number(index);
    if (Number.isInteger(number) && number >= least) return number;
    const expected = least === 0 ? 'an integer of at least 0' : 'an integer';
    throw new ToolError(`${this.#name}() needs ${expected} as argument ${index + 1}, and got ${number}`);
  }

  items(index: number): readonly JsonNode[] {
    const value = this.value(index);
    if (!Array.isArray(value)) throw this.#wrong(index, 'an array');
    this.interpreter.spend(value.length);
    return value;
  }

  numbers(index: number): number[] {
    return this.items(index).map((item, i) => {
      if (kindOf(item) !== 'number') this.refuseItems(index, 'an array of numbers', itemIs(i, item));
      return this.interpreter.numberOf(item);
    });
  }

  texts(index: number): string[] {
    return this.items(index).map((item, i) => {
      return this.interpreter.textOf(item) ?? this.refuseItems(index, 'an array of strings', itemIs(i, item));
    });
  }

  members(index: number): Map<string, JsonNode> {
    const value = this.value(index);
    if (typeof value === 'string' || Array.isArray(value)) throw this.#wrong(index, 'an object');
    this.interpreter.spend((value satisfies JsonObject).members.length);
    return this.interpreter.membersOf(value);
  }

  /** Returns an argument with `&` as a function. */
  expression(index: number): (value: JsonNode) => JsonNode {
    const value = this.#values[index];
    if (value === undefined || !isExpression(value)) throw this.#wrong(index, 'an expression that starts with &');
    return value.evaluate;
  }

  /** Returns the error for an argument of the wrong type. */
  #wrong(index: number, expected: string): ToolError {
    const value = this.#values[index];
    const found = value === undefined || isExpression(value) ? 'an expression with &' : describeKind(value);
    return new ToolError(`${this.#name}() needs ${expected} as argument ${index + 1}, and got ${found}`);
  }

  /** Refuses an argument that may have several types. */
  refuse(index: number, expected: string): never {
    throw this.#wrong(index, expected);
  }

  /**
   * Refuses an argument because of its items.
   *
   * @param found - the item and its type: `item 2 is a string`.
   */
  refuseItems(index: number, expected: string, found: string): never {
    throw new ToolError(`${this.#name}() needs ${expected} as argument ${index + 1}, and ${found}`);
  }

  /** Refuses an argument with `&` because of its results. */
  refuseResults(expected: string, found: string): never {
    throw new ToolError(`${this.#name}() needs an expression that returns ${expected}, and ${found}`);
  }
}

/** Returns a text such as `item 2 is a string`, for an error message. @param position - from 0. */
export function itemIs(position: number, item: JsonNode): string {
  return `item ${position + 1} is ${describeKind(item)}`;
}

function isExpression(value: JsonNode | ExpressionArgument): value is ExpressionArgument {
  return typeof value === 'object' && 'evaluate' in value;
}

function atLeast(least: number, most: number): string {
  return least === most ? plural(least) : `at least ${plural(least)}`;
}

function plural(count: number): string {
  return count === 1 ? '1 argument' : `${count} arguments`;
}
