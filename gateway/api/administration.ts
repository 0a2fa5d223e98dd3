import { RequestError } from '../../engine/core/errors.js';
import { encodeJson, parseJsonObject } from '../../engine/core/json.js';
import type { Static, TSchema } from '../../engine/core/schema.js';
import { lazyValidator, type Validator } from '../../engine/core/validation.js';
import { httpErrors } from '../core/errors.js';
import { defaultPageSize, longestPage } from '../keys/page-query.js';
import type { ErrorSetName } from '../openapi/responses.js';
import type { OperationObject, Parameter, RequestBody, Response } from '../openapi/types.js';
import type { Vocabulary } from '../openapi/vocabulary.js';
import type { OperatorReply, OperatorRequest } from '../request/route.js';
import { isWriteFault } from '../store/store-fault.js';
import type { Services } from './endpoint.js';

/** Shared parts of the operator's endpoints: bodies, replies, errors, and descriptions. */

const busy: OperatorReply = { problem: httpErrors['server-busy'] };
const storeFailed: OperatorReply = { problem: httpErrors['store-failed'] };
const notFound: OperatorReply = { problem: httpErrors['not-found'] };

type Handler = (request: OperatorRequest, services: Services) => OperatorReply;

/** Wraps a handler: errors in the request and failures of the store become replies. */
export function administered(handle: Handler): Handler {
  return (request, services) => {
    try {
      return handle(request, services);
    } catch (error) {
      if (error instanceof RequestError) return { problem: error.problem };
      // Another process has locked the database: nothing was written, and a retry may succeed.
      if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return busy;
      if (isWriteFault(error)) {
        services.storeFailed(error);
        return storeFailed;
      }
      throw error;
    }
  };
}

interface BodySchema<Schema extends TSchema> {
  readonly schema: Schema;
  readonly validate: Validator;
}

/** Returns the schema of a body, with a validator that is compiled on first use. */
export function bodySchema<Schema extends TSchema>(schema: Schema): BodySchema<Schema> {
  return { schema, validate: lazyValidator(schema) };
}

/** @throws {RequestError} if the body is not a JSON object that fits the schema. */
export function read<Schema extends TSchema>({ validate }: BodySchema<Schema>, body: Uint8Array): Static<Schema> {
  const value = parseJsonObject(body);
  const problem = validate(value);
  if (problem !== undefined) throw new RequestError(problem);
  return value as Static<Schema>;
}

/** Returns 200 with a document. */
export function ok(document: object): OperatorReply {
  return { status: 200, body: encodeJson(document) };
}

/** Returns 200 with the document of a value, or 404 if there is none. */
export function found<Value>(value: Value | undefined, document: (value: Value) => object): OperatorReply {
  return value === undefined ? notFound : ok(document(value));
}

interface OperationParts {
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly successes: Readonly<Record<number, Response>>;
  readonly special: readonly ErrorSetName[];
}

/** Describes an operation that needs the admin token. */
export function operatorOperation(
  { responses }: Vocabulary,
  operationId: string,
  summary: string,
  { successes, special, ...parts }: OperationParts,
): OperationObject {
  return {
    operationId,
    tags: ['Keys'],
    summary,
    ...parts,
    security: [{ adminToken: [] }],
    responses: responses('administered', successes, ...special),
  };
}

/** Describes the parameters of a paged list. */
export function pageParameters(what: string): readonly Parameter[] {
  return [
    {
      name: 'limit',
      in: 'query',
      description: `${what} on a page`,
      schema: { type: 'integer', minimum: 1, maximum: longestPage, default: defaultPageSize },
    },
    { name: 'after', in: 'query', description: 'The value of next in the previous page', schema: { type: 'string' } },
  ];
}
