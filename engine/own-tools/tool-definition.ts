import type { LineKeeping } from '../core/line-keeping.js';
import { Type as schemas } from '../core/schema.js';
import { defineTool as define } from '../core/tool.js';
import { InvalidToolError } from './invalid-tool.js';

declare const typeOfValue: unique symbol;
declare const isOptional: unique symbol;

/** The JSON Schema of an option. @typeParam Value - the type of its values. */
export interface OptionSchema<Value> {
  readonly [typeOfValue]?: Value;
}

/** The JSON Schema of an option that may be left out and has no default. */
export interface OptionalSchema<Value> extends OptionSchema<Value> {
  readonly [isOptional]: true;
}

/** The JSON Schemas of options by their names. */
export type OptionSchemas = Readonly<Record<string, OptionSchema<unknown>>>;

/** The values of options by their names. */
export type OptionValues<Options extends OptionSchemas> = {
  readonly [Name in keyof Options as Options[Name] extends OptionalSchema<unknown> ? never : Name]: ValueOf<
    Options[Name]
  >;
} & {
  readonly [Name in keyof Options as Options[Name] extends OptionalSchema<unknown> ? Name : never]?: ValueOf<
    Options[Name]
  >;
};

type ValueOf<Schema> = Schema extends OptionSchema<infer Value> ? Value : never;

/** The JSON Schema of an object. */
export interface ObjectSchema<Options extends OptionSchemas> extends OptionSchema<OptionValues<Options>> {
  readonly properties: Options;
}

/** Any keywords of JSON Schema: `default`, `description`, `minimum`, `maxLength` and others. */
export type Keywords = Readonly<Record<string, unknown>>;

/** Makes the JSON Schemas of options, with the types of their values. */
export interface TypeBuilder {
  Boolean(keywords?: Keywords): OptionSchema<boolean>;
  Integer(keywords?: Keywords): OptionSchema<number>;
  Number(keywords?: Keywords): OptionSchema<number>;
  String(keywords?: Keywords): OptionSchema<string>;
  /** One of several values. */
  Enum<const Value>(values: readonly Value[], keywords?: Keywords): OptionSchema<Value>;
  Array<Value>(items: OptionSchema<Value>, keywords?: Keywords): OptionSchema<readonly Value[]>;
  /** An option without a default that may be left out. Options with a default may be left out in any case. */
  Optional<Value>(schema: OptionSchema<Value>): OptionalSchema<Value>;
  Object<Options extends OptionSchemas>(options: Options, keywords?: Keywords): ObjectSchema<Options>;
}

/** Makes the JSON Schemas of options: `Type.Object({ times: Type.Integer({ default: 2, minimum: 1 }) })`. */
export const Type = schemas as unknown as TypeBuilder;

/** An example of a tool, which is run when the tool is read. */
export interface OwnToolExample<Options extends OptionSchemas> {
  readonly input: string;
  readonly config?: Partial<OptionValues<Options>>;
  readonly output: string;
}

/** What a tool is declared with. */
export interface OwnToolDefinition<Slug extends string, Options extends OptionSchemas> {
  /** The identifier in steps: lower-case letters, digits and hyphens. In a file, the name of the file without `.mjs`. */
  readonly slug: Slug;
  readonly title: string;
  /** One to three sentences for a person who chooses a tool. */
  readonly description: string;
  /** The options. Those with a `default` may be left out; `run` gets them filled in. */
  readonly config: ObjectSchema<Options>;
  /** At least one. */
  readonly examples: readonly [OwnToolExample<Options>, ...OwnToolExample<Options>[]];
  /**
   * With which options it makes exactly one line of each line, by itself; never if left out. Texts of one line each are
   * then given to it together.
   */
  readonly keepsLines?: LineKeeping;
  /**
   * Transforms the text. Pure and synchronous: the same text and options always give the same result.
   *
   * @param config - frozen.
   * @param limit - `limit.check(length)` throws if that many UTF-16 code units are more than a step may write.
   * @throws {ToolError} with a reason a person can act on. Other errors count as one with their message.
   */
  run(input: string, config: OptionValues<Options>, limit: { check(length: number): void }): string;
}

/** A tool that is not Textmill's, as {@link defineTool} returns it. */
export interface OwnTool<Slug extends string = string> {
  readonly slug: Slug;
  readonly title: string;
  readonly description: string;
}

/**
 * Declares a tool: for `createEngine({ tools })`, or as the default export of a file in `TOOLS_DIR`.
 *
 * @throws {InvalidToolError} if it has no `config`. All else is checked when the tool is first used.
 * @example
 * const shout = defineTool({
 *   slug: 'shout',
 *   title: 'Shout',
 *   description: 'Writes a text in upper case, with marks at its end.',
 *   config: Type.Object({ marks: Type.Integer({ default: 1, minimum: 0, maximum: 10 }) }),
 *   examples: [{ input: 'hello', output: 'HELLO!' }],
 *   run: (input, { marks }) => input.toUpperCase() + '!'.repeat(marks),
 * });
 */
export function defineTool<const Slug extends string, Options extends OptionSchemas>(
  definition: OwnToolDefinition<Slug, Options>,
): OwnTool<Slug> {
  if (typeof definition?.config?.properties !== 'object') {
    throw new InvalidToolError('must be a JSON Schema of type object, with properties', 'config');
  }
  return define(definition as unknown as Parameters<typeof define>[0]) as unknown as OwnTool<Slug>;
}
