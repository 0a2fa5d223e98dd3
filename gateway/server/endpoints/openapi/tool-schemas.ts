import type { Catalogue, CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { byCategory, type Category } from '#engine/catalogue/categories.js';
import { documented, schemaReference, withOptionalInputs } from './schemas.js';
import type { JsonSchema } from './types.js';

/** Returns the prefix of the names of a tool's schemas: `TrimLines` for `trim-lines`. */
function schemaName(slug: string): string {
  return slug.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Returns the schemas of steps: for each tool its options (`TrimLinesConfig`) and a step with them (`TrimLinesStep`),
 * and the union of all steps (`Step`). They give generated clients the options of each tool.
 */
export function toolSchemas(catalogue: Catalogue): Record<string, JsonSchema> {
  const categories = byCategory(catalogue.values());
  const entries = categories.flatMap((category) => category.entries.map((entry) => ({ entry, category })));
  const nameOf = ({ entry }: { entry: CatalogueEntry }) => schemaName(entry.tool.slug);
  const steps = entries.map((item) => schemaReference(`${nameOf(item)}Step`));
  const slugs = [...catalogue.keys()];
  return {
    Step: {
      description: 'A tool identifier, a tool with options, or a group of steps for parts of the text',
      anyOf: [schemaReference('PlainStep'), schemaReference('ToolStep'), schemaReference('GroupStep')],
    },
    PlainStep: {
      type: 'string',
      description: 'A tool with all its defaults. Tools with a required option are not included.',
      enum: slugs.filter((slug) => requiredOptions(catalogue.get(slug)).length === 0),
    },
    ToolStep: {
      description: 'A tool and its options',
      oneOf: steps,
      discriminator: {
        propertyName: 'toolSlug',
        mapping: Object.fromEntries(
          entries.map((item) => [item.entry.tool.slug, `#/components/schemas/${nameOf(item)}Step`]),
        ),
      },
    },
    ToolSlug: { type: 'string', description: 'The identifier of a tool', enum: slugs },
    ...Object.fromEntries(
      entries.flatMap((item) => [
        [`${nameOf(item)}Step`, stepSchema(item.entry, item.category)],
        [`${nameOf(item)}Config`, configSchema(item.entry)],
      ]),
    ),
  };
}

function requiredOptions(entry: CatalogueEntry | undefined): readonly string[] {
  return (entry?.tool.config.required ?? []) as readonly string[];
}

function stepSchema(entry: CatalogueEntry, { name, title: heading }: Category<CatalogueEntry>): JsonSchema {
  const { slug, title, description, examples } = entry.tool;
  const required = requiredOptions(entry).length > 0 ? ['toolSlug', 'config'] : ['toolSlug'];
  return {
    type: 'object',
    title,
    description,
    required,
    properties: {
      toolSlug: { type: 'string', const: slug },
      config: schemaReference(`${schemaName(slug)}Config`),
    },
    additionalProperties: false,
    'x-category': { name, title: heading },
    'x-examples': examples,
  };
}

function configSchema({ tool }: CatalogueEntry): JsonSchema {
  return { description: `Options of ${tool.slug}`, ...withOptionalInputs(documented(tool.config)) };
}
