import assert from 'node:assert/strict';
import type { CatalogueEntry } from '../../engine/catalogue/catalogue.js';
import { maxOutputCharacters } from '../../engine/core/limits.js';
import { OutputLimit } from '../../engine/core/tool.js';

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
