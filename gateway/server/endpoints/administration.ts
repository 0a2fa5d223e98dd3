import { RequestError } from '#engine/core/errors.js';
import { encodeJson, parseJsonObject } from '#engine/core/json.js';
import type { Static, TSchema } from '#engine/core/schema.js';
import { lazyValidator, type Validator } from '#engine/core/validation.js';
import { gatewayProblem, httpErrors } from '#gateway/core/errors.js';
import { ownerLimits } from '../keys/owner-limits.js';
import type { AdministrationRequest, AdministrationResult } from '../pipeline/route.js';
import type { Author } from '../storage/author.js';
import { SessionEndedError } from '../storage/session-table.js';
import { isBusyFault, isStoreFault, isUnavailable } from '../storage/store-fault.js';
import type { Services } from './endpoint.js';
import type { ErrorFacts } from './openapi/error-facts.js';
import type { ErrorSetName } from './openapi/responses.js';
import type { OperationObject, Parameter, RequestBody, Response } from './openapi/types.js';
import type { Vocabulary } from './openapi/vocabulary.js';
import { defaultPageSize, longestPage } from './query-parameters.js';

/** Shared parts of the operator's endpoints: bodies, results, errors, and descriptions. */

const busy: AdministrationResult = { problem: httpErrors['server-busy'] };
const storeFailed: AdministrationResult = { problem: httpErrors['store-failed'] };
const notFound: AdministrationResult = { problem: httpErrors['not-found'] };

type Handler = (
  request: AdministrationRequest,
  services: Services,
) => AdministrationResult | Promise<AdministrationResult>;

/**
 * Wraps a handler: errors in the request and failures of the store become results. A read from a store that is
 * unavailable gets the response of a busy one: nothing failed to be stored.
 *
 * @param changesNothing - whether the request only reads, whatever its method.
 */
export function administered(
  handle: Handler,
  { changesNothing = false } = {},
): (request: AdministrationRequest, services: Services) => Promise<AdministrationResult> {
  return async (request, services) => {
    try {
      return await handle(request, services);
    } catch (error) {
      if (error instanceof RequestError) return { problem: error.problem };
      if (error instanceof SessionEndedError) return { problem: httpErrors['session-ended'] };
      if (isBusyFault(error) || ((changesNothing || isRead(request)) && isUnavailable(error))) return busy;
      if (isStoreFault(error)) {
        services.storeFailed(error);
        return storeFailed;
      }
      throw error;
    }
  };
}

function isRead({ method }: AdministrationRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Returns the author of a change by a request: in its session, with its key, or with the admin token. */
export function authorOf(request: AdministrationRequest, { clock, sessions }: Services): Author {
  const { address, requestId, session, key } = request;
  const from = { address, requestId, at: clock.now() };
  if (key !== undefined) return { kind: 'key', keyId: key.id, mostInDay: ownerLimits.changesInDay, ...from };
  if (session === undefined) return { kind: 'admin-token', ...from };
  const { id: sessionId, role: kind } = session;
  const mostInDay = kind === 'owner' ? ownerLimits.changesInDay : undefined;
  return { kind, sessionId, acting: sessions.acting(session), mostInDay, ...from };
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
export function ok(document: object): AdministrationResult {
  return { status: 200, body: encodeJson(document) };
}

/** Returns 200 with the document of a value, or 404 if there is none. */
export function found<Value>(value: Value | undefined, document: (value: Value) => object): AdministrationResult {
  return value === undefined ? notFound : ok(document(value));
}

export interface OperationParts {
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly successes: Readonly<Record<number, Response>>;
  readonly special: readonly ErrorSetName[];
}

/** Describes an operation that needs the admin token, or the session of an operator. */
export const operatorOperation = describing('Keys', 'administered', (vocabulary) => [
  { adminToken: [] },
  ...vocabulary.sessionRequired,
]);

/** Describes an operation that needs the session of an account's owner. */
export const ownerOperation = describing('Account', 'signedIn', (vocabulary) => vocabulary.sessionRequired);

function describing(
  tag: string,
  errors: 'administered' | 'signedIn',
  security: (vocabulary: Vocabulary) => NonNullable<OperationObject['security']>,
) {
  return (
    vocabulary: Vocabulary,
    operationId: string,
    summary: string,
    { successes, special, ...parts }: OperationParts,
  ): OperationObject => ({
    operationId,
    tags: [tag],
    summary,
    ...parts,
    security: security(vocabulary),
    responses: vocabulary.responses(errors, successes, ...special),
  });
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

/** Describes the errors of {@link pageParameters}. @param kind - what `after` has an id of. */
export function pageErrors(
  { errorFacts, queryErrors }: Vocabulary,
  kind: 'account' | 'entry' | 'key',
): readonly ErrorFacts[] {
  return [
    ...queryErrors,
    errorFacts(
      gatewayProblem('invalid-page-size', { path: 'limit', limit: longestPage }),
      'limit is not a number in the range',
    ),
    errorFacts(gatewayProblem('unknown-page-start', { path: 'after', kind }), `there is no ${kind} with this id`),
  ];
}
