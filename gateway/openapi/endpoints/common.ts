import { type ErrorSetName, errorResponse, headersOf } from '../responses.js';
import { schemaReference } from '../schemas.js';
import type { Example, MediaType, RequestBody, Response, Responses } from '../types.js';

/** An API key, in one of the two header fields that it may stand in. */
export const apiKeyRequired = [{ apiKey: [] }, { apiKeyAsBearer: [] }];

/** What every endpoint may answer, whatever it does. */
const always: readonly ErrorSetName[] = [
  'BadFraming',
  'HeadersTooLarge',
  'Internal',
  'UnsupportedTransferEncoding',
  'Busy',
];

/** What every endpoint may answer that counts against the burst of its address: all but health. */
const limited: readonly ErrorSetName[] = [...always, 'RateLimited'];

/** The same for the operator's endpoints. Even where no body is wanted, one that is sent is read. */
const administered: readonly ErrorSetName[] = [...limited, 'AdminTokenRefused', 'RequestTimeout', 'BodyTooLarge'];

const bases = { always, limited, administered };

/**
 * The answers of an endpoint.
 *
 * @param base - what it answers like others of its kind.
 * @param special - further errors; one with a status that others have takes their place.
 */
export function responses(
  base: keyof typeof bases,
  successes: Readonly<Record<number, Response>>,
  ...special: readonly ErrorSetName[]
): Responses {
  return { ...successes, ...Object.fromEntries([...bases[base], ...special].map(errorResponse)) };
}

/** An answer with JSON. */
export function jsonResponse(
  description: string,
  schema: string,
  examples?: Readonly<Record<string, Example>>,
  headers: Response['headers'] = headersOf(),
): Response {
  return { description, headers, content: json(schema, examples) };
}

/** An answer without a body. */
export function emptyResponse(description: string, headers: Response['headers'] = headersOf()): Response {
  return { description, headers };
}

export function jsonBody(schema: string, examples: Readonly<Record<string, Example>>, required = true): RequestBody {
  return { required, content: json(schema, examples) };
}

function json(schema: string, examples: Readonly<Record<string, Example>> | undefined): Record<string, MediaType> {
  return { 'application/json': { schema: schemaReference(schema), ...(examples && { examples }) } };
}

export function example(summary: string, value: unknown): Readonly<Record<string, Example>> {
  return { example: { summary, value } };
}
