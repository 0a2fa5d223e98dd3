import assert from 'node:assert/strict';
import type { CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { maxOutputCharacters } from '#engine/core/limits.js';
import { OutputLimit } from '#engine/core/tool.js';

/**
 * Returns the configs of the examples, and variants that change one option each; with defaults, and only valid ones.
 *
 * @param moreTexts - values for text options, in addition to the usual ones.
 */
export function configsOf({ tool, validateConfig }: CatalogueEntry, moreTexts: readonly string[] = []): object[] {
  const written = tool.examples.map(({ config = {} }) => config);
  const changed = [{}, ...written].flatMap((base) =>
    Object.entries(tool.config.properties).flatMap(([name, schema]) =>
      valuesOf(schema as OptionSchema, moreTexts).map((value) => ({ ...base, [name]: value })),
    ),
  );
  const configs = [{}, ...written, ...changed]
    .map((config) => structuredClone(config))
    .filter((config) => validateConfig(config) === undefined);
  return [...new Map(configs.map((config) => [JSON.stringify(config), config])).values()];
}

interface OptionSchema {
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly items?: OptionSchema;
}

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

function valuesOf({ enum: values, type, items }: OptionSchema, moreTexts: readonly string[]): readonly unknown[] {
  if (values !== undefined) return values;
  if (type === 'boolean') return [false, true];
  if (type === 'integer') return [1, 2];
  if (type === 'string') return ['', 'a', ' ', '\n', '\r', '\\n', '.\\r', 'a\nb', 'Σ', '👍', '$&', ...moreTexts];
  if (type !== 'array' || items === undefined) return [];
  return items.type === 'array'
    ? [[['a', 'b']], [['a', '\n']], [['\n', 'a']]]
    : valuesOf(items, moreTexts).map((value) => [value]);
}

/** Returns values of an option that may change what a tool needs: all of a choice, and the largest number or text. */
export function valuesToTry(schema: OptionSchema & Bounds): readonly unknown[] {
  const { enum: values, type, items, minimum, maximum, maxLength = 1_000 } = schema;
  if (values !== undefined) return values;
  if (type === 'boolean') return [false, true];
  if (type === 'integer' || type === 'number') return [minimum, maximum].filter((bound) => bound !== undefined);
  if (type === 'string') return ['', 'a', '\n', 'é'.repeat(Math.min(maxLength, 1_000))];
  if (type !== 'array' || items?.enum === undefined) return [];
  return [items.enum, ...items.enum.map((value) => [value])];
}

/** Returns the configs of the examples with one option that is a number at its maximum; only valid ones. */
export function numbersAtMaximum({ tool, validateConfig }: CatalogueEntry): object[] {
  const bases = [{}, ...tool.examples.map(({ config = {} }) => config)];
  const numbers = Object.entries(tool.config.properties as Record<string, OptionSchema & Bounds>).filter(
    ([, { type, maximum }]) => (type === 'integer' || type === 'number') && maximum !== undefined,
  );
  const grown = bases.flatMap((base) => numbers.map(([name, { maximum }]) => ({ ...base, [name]: maximum })));
  return grown.filter((config) => validateConfig(structuredClone(config)) === undefined);
}

const limit = new OutputLimit(maxOutputCharacters);

/** Returns the output, or undefined if the tool refuses the text. */
export function outputOf({ tool }: CatalogueEntry, text: string, config: unknown): string | undefined {
  try {
    return tool.run(text, config, limit);
  } catch (error) {
    assert.equal((error as Error).name, 'ToolError', String(error));
    return undefined;
  }
}
