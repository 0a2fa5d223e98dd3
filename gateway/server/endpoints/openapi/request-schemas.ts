import { groupedDigits } from '#engine/core/grouped-digits.js';
import { maxInputCharacters, maxLines, maxListCharacters, maxSteps, maxUrls } from '#engine/core/limits.js';
import { requestSchemas as engineSchemas } from '#engine/execute.js';
import type { OperationName } from '#engine/operations/operation.js';
import { withOptionalInputs } from './optional-inputs.js';
import { documented, schemaReference } from './schemas.js';
import type { JsonSchema } from './types.js';

/** Returns the requests of the operations, from the schemas that validate them. */
export function requestSchemas(): Record<string, JsonSchema> {
  return {
    RunRequest: runRequest(),
    ...listRequests('Sanitize', ofOperation('sanitize'), {
      // At least one URL that is not blank: `\S` matches what trimming leaves.
      urls: { minItems: 1, maxItems: maxUrls, contains: { pattern: '\\S' } },
      url: { pattern: '\\S' },
      input: { pattern: '\\S' },
    }),
    ...listRequests('SortDedupe', ofOperation('sort-dedupe'), {
      lines: { minItems: 1, maxItems: maxLines },
      input: { minLength: 1 },
    }),
  };
}

function ofOperation(name: OperationName): JsonSchema {
  return bodyOf(engineSchemas.get(name) ?? {});
}

function bodyOf(schema: object): JsonSchema {
  return withOptionalInputs(documented(schema));
}

function runRequest(): JsonSchema {
  const { properties, ...rest } = ofOperation('run');
  const characters = `At most ${groupedDigits(maxInputCharacters)} characters, counted as UTF-16 code units (String.length).`;
  return {
    ...rest,
    properties: {
      input: { ...properties?.input, description: `The text to process; may be empty. ${characters}` },
      steps: { ...properties?.steps, minItems: 1, maxItems: maxSteps, items: schemaReference('Step') },
      ...(properties?.trace && { trace: properties.trace }),
    },
  };
}

/**
 * Returns the request of a list operation as one schema for each field that may have the list; exactly one is allowed.
 * JSON Schema counts code points and has no keyword for lengths in UTF-16 code units, so the description states them.
 *
 * @param sources - the fields, with their further constraints.
 */
function listRequests(
  name: string,
  { properties = {}, ...rest }: JsonSchema,
  sources: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> {
  const options = Object.entries(properties).filter(([field]) => !(field in sources));
  const variants = Object.entries(sources).map(([field, limits]): [string, JsonSchema] => [
    `${name}${field.charAt(0).toUpperCase()}${field.slice(1)}Request`,
    {
      ...rest,
      required: [field],
      properties: { [field]: { ...properties[field], ...limits }, ...Object.fromEntries(options) },
    },
  ]);
  const fields = Object.keys(sources).join(', ');
  return {
    [`${name}Request`]: {
      description: `Exactly one of ${fields}: at most ${groupedDigits(maxListCharacters)} characters in total, counted as UTF-16 code units (String.length).`,
      oneOf: variants.map(([variant]) => schemaReference(variant)),
    },
    ...Object.fromEntries(variants),
  };
}
