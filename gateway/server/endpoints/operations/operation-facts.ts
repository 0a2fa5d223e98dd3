import { groupedDigits } from '#engine/core/grouped-digits.js';
import { maxListCharacters } from '#engine/core/limits.js';
import type { OperationName } from '#engine/operations/operation.js';
import type { BadRequests, ErrorSetName } from '../openapi/responses.js';
import type { JsonSchema } from '../openapi/types.js';
import type { Vocabulary } from '../openapi/vocabulary.js';

/** Times differ from run to run: the examples say 0. */
export const exampleMs = 0;

/** An example of a request and its response. A test sends each and compares the response. */
export interface WorkedExample {
  readonly summary: string;
  readonly request: object;
  readonly response: object;
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/** What the document says about an operation on text. */
export interface OperationFacts {
  readonly operationId: string;
  /** The prefix of its schemas: `Run` gives `RunRequest` and `RunResult`. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** The description of its response. */
  readonly result: string;
  /** The name of its response with 400. */
  readonly badRequest: keyof BadRequests;
  readonly forbidden: ErrorSetName;
  /** Whether keys of the free plan may use it. */
  readonly isOnFreePlan: boolean;
  readonly requestSchemas: (vocabulary: Vocabulary) => Schemas;
  readonly resultSchemas: (vocabulary: Vocabulary) => Schemas;
  readonly examples: () => Readonly<Record<string, WorkedExample>>;
}

/**
 * Returns the request of a list operation as one schema for each field that may have the list; exactly one is allowed.
 * JSON Schema counts code points and has no keyword for lengths in UTF-16 code units, so the description states them.
 *
 * @param name - the prefix of its schemas.
 * @param sources - the fields, with their further constraints.
 */
export function listRequests(
  { operationRequest, schemaReference }: Vocabulary,
  name: string,
  operation: OperationName,
  sources: Schemas,
): Schemas {
  const { properties = {}, ...rest } = operationRequest(operation);
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
