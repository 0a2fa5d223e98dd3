import type { CatalogueEntry } from '#engine/catalogue/catalogue.js';

interface OptionSchema {
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The values of an option that choose between ways to work; sizes and texts do not. */
function choicesOf({ enum: values, type }: OptionSchema): readonly unknown[] {
  return values ?? (type === 'boolean' ? [false, true] : []);
}

/** Choices, and the bounds of numbers. */
export function choicesAndBounds({ minimum, maximum, ...schema }: OptionSchema): readonly unknown[] {
  return [...choicesOf(schema), ...[minimum, maximum].filter((bound) => bound !== undefined)];
}

/**
 * Returns the options that a tool is measured with, defaults included: the given ones, those of its examples, and the
 * given ones with each other choice of one option.
 *
 * @param valuesOf - returns the choices of an option.
 */
export function configVariants(
  { tool, validateConfig }: CatalogueEntry,
  given: object,
  valuesOf = choicesOf,
): object[] {
  const examples = tool.examples.map(({ config = {} }) => config);
  const changed = Object.entries(tool.config.properties).flatMap(([name, schema]) =>
    valuesOf(schema as OptionSchema).map((value) => ({ ...given, [name]: value })),
  );
  const valid = [given, ...examples, ...changed]
    .map((config) => structuredClone(config))
    .filter((config) => validateConfig(config) === undefined);
  return [...new Map(valid.map((config) => [JSON.stringify(config), config])).values()];
}
