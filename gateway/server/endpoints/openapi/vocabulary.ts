import type { CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { requestSchemas as engineSchemas } from '#engine/execute.js';
import type { OperationName } from '#engine/operations/operation.js';
import {
  bodyErrors,
  invalidValue,
  jsonErrors,
  missingField,
  oneOf,
  operationErrors,
  queryErrors,
} from './bad-requests.js';
import { facts, gatewayFacts } from './error-facts.js';
import { type BadRequests, type ErrorSetName, errorResponse, headersOf } from './responses.js';
import {
  count,
  documented,
  objectOf,
  schemaReference,
  text,
  time,
  timeOrNull,
  traceSchema,
  withOptionalInputs,
} from './schemas.js';
import type {
  Example,
  JsonSchema,
  MediaType,
  OperationObject,
  Parameter,
  PathItem,
  RequestBody,
  Response,
  Responses,
} from './types.js';

/** What the examples of several endpoints have in common, so that they seem to be of one account. */
const sample = {
  keyId: 'key_4Qm0ZcY8vT1nB7wK2sDx',
  accountId: 'acc_9hR3uLq6WfE5jN0pXyGa',
  createdAt: '2026-01-31T09:30:00.000Z',
  now: '2026-01-31T10:15:00.000Z',
} as const;

/** An API key, in either of the two header fields. */
const apiKeyRequired = [{ apiKey: [] }, { apiKeyAsBearer: [] }];

/** A session, in the cookie for HTTP or the one for HTTPS. */
const sessionRequired = [{ session: [] }, { sessionOverHttps: [] }];

/** The error responses that every endpoint may send. */
const always: readonly ErrorSetName[] = [
  'BadFraming',
  'HeadersTooLarge',
  'Internal',
  'UnsupportedTransferEncoding',
  'Busy',
];

/** The error responses of every endpoint that counts against the burst limit of the address: all but health. */
const limited: readonly ErrorSetName[] = [...always, 'RateLimited'];

/** The same for the operator's endpoints. They read a body even where they expect none. */
const administered: readonly ErrorSetName[] = [
  ...limited,
  ...(['OperatorRefused', 'OriginOrSessionRefused', 'RequestTimeout', 'BodyTooLarge', 'BusyOrStoreFailed'] as const),
];

/** The same for endpoints that need a session. */
const signedIn: readonly ErrorSetName[] = [...administered, 'SessionRefused'];

const bases = { always, limited, administered, signedIn };

/**
 * Returns the responses of an endpoint.
 *
 * @param base - the responses of all endpoints of its kind.
 * @param special - further errors; one replaces the others of its status.
 */
function responses(
  base: keyof typeof bases,
  successes: Readonly<Record<number, Response>>,
  ...special: readonly ErrorSetName[]
): Responses {
  return { ...successes, ...Object.fromEntries([...bases[base], ...special].map(errorResponse)) };
}

/** Describes a response with JSON. */
function jsonResponse(
  description: string,
  schema: string,
  examples?: Readonly<Record<string, Example>>,
  headers: Response['headers'] = headersOf(),
): Response {
  return { description, headers, content: json(schema, examples) };
}

/** Describes a response without a body. */
function emptyResponse(description: string, headers: Response['headers'] = headersOf()): Response {
  return { description, headers };
}

function jsonBody(schema: string, examples: Readonly<Record<string, Example>>, required = true): RequestBody {
  return { required, content: json(schema, examples) };
}

/** Describes the content of a JSON body. */
function json(schema: string, examples?: Readonly<Record<string, Example>>): Record<string, MediaType> {
  return { 'application/json': { schema: schemaReference(schema), ...(examples && { examples }) } };
}

function example(summary: string, value: unknown): Readonly<Record<string, Example>> {
  return { example: { summary, value } };
}

/** Describes the preflight of an endpoint that needs an API key. */
function keyPreflight(operationId: string, tag: string, description: string): OperationObject {
  return {
    operationId,
    tags: [tag],
    summary: 'Browser preflight',
    description,
    security: [],
    responses: responses(
      'limited',
      { 204: emptyResponse('The origin may send requests within the `Access-Control-…` fields') },
      'OriginRefused',
    ),
  };
}

/** Describes the preflight of a document that every page may read. */
function openPreflight(operationId: string, tag: string, parameters?: readonly Parameter[]): OperationObject {
  return {
    operationId,
    tags: [tag],
    summary: 'Browser preflight',
    description: 'Allowed for every origin.',
    security: [],
    ...(parameters && { parameters }),
    responses: responses('limited', {
      204: emptyResponse('Every origin may read the document'),
    }),
  };
}

/** For bodies that may be compressed. */
const encodings: readonly Parameter[] = [
  {
    name: 'Content-Encoding',
    in: 'header',
    description:
      'How the body is compressed. Its limits are those of the plain body. Without zstd on Node.js before 22.15.',
    schema: { type: 'string', enum: ['gzip', 'br', 'zstd', 'identity'] },
  },
  {
    name: 'Accept-Encoding',
    in: 'header',
    description: 'Which of them the response may have: it is compressed if it has more than 1 KB',
    schema: { type: 'string' },
  },
];

const validated = headersOf('ETag');
const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of an earlier response: 304 if the document has not changed',
  schema: { type: 'string' },
};

interface DocumentFacts extends Pick<OperationObject, 'operationId' | 'tags' | 'summary' | 'description'> {
  readonly parameters?: readonly Parameter[];
  /** The description of the response. */
  readonly response: string;
  readonly content: Readonly<Record<string, MediaType>>;
  readonly special?: readonly ErrorSetName[];
}

/** Describes GET of a public document that changes only when the gateway restarts. */
function documentOperation({
  response,
  content,
  parameters = [],
  special = [],
  ...facts
}: DocumentFacts): OperationObject {
  return {
    ...facts,
    security: [],
    parameters: [...parameters, ifNoneMatch],
    responses: responses(
      'limited',
      {
        200: { description: response, headers: validated, content },
        304: emptyResponse('The document has not changed', validated),
      },
      ...special,
    ),
  };
}

/** Returns the schema of a request body, from the one that validates it. */
function requestSchema(schema: object): JsonSchema {
  return withOptionalInputs(documented(schema));
}

/** Returns the schema of the request of an operation on text, from the one that validates it. */
function operationRequest(name: OperationName): JsonSchema {
  return requestSchema(engineSchemas.get(name) ?? {});
}

const vocabulary = {
  apiKeyRequired,
  sessionRequired,
  responses,
  jsonResponse,
  emptyResponse,
  jsonBody,
  json,
  example,
  keyPreflight,
  openPreflight,
  documentOperation,
  headersOf,
  schemaReference,
  requestSchema,
  operationRequest,
  objectOf,
  count,
  text,
  time,
  timeOrNull,
  traceSchema,
  sample,
  encodings,
  errorFacts: facts,
  unpackErrors: [gatewayFacts['invalid-content-encoding']],
  bodyErrors,
  queryErrors,
  jsonErrors,
  operationErrors,
  missingField,
  invalidValue,
  oneOf,
};

/**
 * The functions and examples that endpoints describe themselves with. Endpoints receive it instead of importing it, so
 * that it is not loaded before the first request for the document.
 */
export interface Vocabulary extends Readonly<typeof vocabulary> {
  /** The tool used in examples. */
  readonly exampleTool: CatalogueEntry | undefined;
  /** The labels of the endpoints that count against the daily quota. */
  readonly operations: readonly string[];
}

/** What the document needs of an endpoint. */
export interface DescribedEndpoint {
  readonly path: string;
  readonly label: string;
  readonly access: string;
  /** Describes its methods. HEAD follows from GET. */
  readonly describe: (vocabulary: Vocabulary) => PathItem;
  /** Schemas that only it has, by name. */
  readonly schemas?: (vocabulary: Vocabulary) => Readonly<Record<string, JsonSchema>>;
  /** Its responses with 400, which `describe` names; others may name them too. */
  readonly badRequests?: (vocabulary: Vocabulary) => BadRequests;
}

/** Makes the vocabulary for these endpoints. */
export function vocabularyFor(
  endpoints: readonly DescribedEndpoint[],
  exampleTool: CatalogueEntry | undefined,
): Vocabulary {
  const operations = endpoints.filter(({ access }) => access === 'operation').map(({ label }) => label);
  return { ...vocabulary, exampleTool, operations };
}

/** Returns the responses with 400 of all endpoints. */
export function badRequestsOf(endpoints: readonly DescribedEndpoint[], vocabulary: Vocabulary): BadRequests {
  return Object.assign({}, ...endpoints.map(({ badRequests }) => badRequests?.(vocabulary)));
}
