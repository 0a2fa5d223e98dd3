import type { CatalogueEntry } from '../../engine/catalogue/catalogue.js';
import * as examples from './examples.js';
import { withOptionalInputs } from './optional-inputs.js';
import { type ErrorSetName, errorResponse, headersOf } from './responses.js';
import { count, documented, objectOf, schemaReference, text, time, timeOrNull } from './schemas.js';
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

/** What is said of a key wherever one is shown. */
const keyFields = {
  id: text('Identifier of the key, for the other endpoints'),
  accountId: text('The account, whose keys share one daily quota'),
  plan: { type: 'string', enum: ['pro', 'free'], description: 'The plan of the account' },
  environment: { type: 'string', enum: ['live', 'dev'], description: 'What the key is for; its prefix says it too' },
  label: { type: ['string', 'null'], description: 'What the operator calls it' },
  origins: {
    type: 'array',
    items: { type: 'string' },
    description: 'Browser origins that may use the key, as browsers write them',
  },
} satisfies Record<string, JsonSchema>;
/** What is said of a daily quota. */
const quotaFields = {
  used: count('Requests in the last 24 hours that count'),
  limit: { type: ['integer', 'null'], minimum: 1, description: 'The most of them; null if there is no limit' },
  remaining: { type: ['integer', 'null'], minimum: 0, description: 'How many are left; null if there is no limit' },
} satisfies Record<string, JsonSchema>;

/** An API key, in one of the two header fields that it may stand in. */
const apiKeyRequired = [{ apiKey: [] }, { apiKeyAsBearer: [] }];

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
function responses(
  base: keyof typeof bases,
  successes: Readonly<Record<number, Response>>,
  ...special: readonly ErrorSetName[]
): Responses {
  return { ...successes, ...Object.fromEntries([...bases[base], ...special].map(errorResponse)) };
}

/** An answer with JSON. */
function jsonResponse(
  description: string,
  schema: string,
  examples?: Readonly<Record<string, Example>>,
  headers: Response['headers'] = headersOf(),
): Response {
  return { description, headers, content: json(schema, examples) };
}

/** An answer without a body. */
function emptyResponse(description: string, headers: Response['headers'] = headersOf()): Response {
  return { description, headers };
}

function jsonBody(schema: string, examples: Readonly<Record<string, Example>>, required = true): RequestBody {
  return { required, content: json(schema, examples) };
}

/** The content of a body in JSON. */
function json(schema: string, examples?: Readonly<Record<string, Example>>): Record<string, MediaType> {
  return { 'application/json': { schema: schemaReference(schema), ...(examples && { examples }) } };
}

function example(summary: string, value: unknown): Readonly<Record<string, Example>> {
  return { example: { summary, value } };
}

/** The preflight of an endpoint that needs an API key. */
function keyPreflight(operationId: string, tag: string, description: string): OperationObject {
  return {
    operationId,
    tags: [tag],
    summary: 'Preflight of a browser',
    description,
    security: [],
    responses: responses(
      'limited',
      { 204: emptyResponse('The origin may send requests, as the `Access-Control-…` fields say') },
      'OriginRefused',
    ),
  };
}

/** The preflight of a document that every page may read. */
function openPreflight(operationId: string, tag: string, parameters?: readonly Parameter[]): OperationObject {
  return {
    operationId,
    tags: [tag],
    summary: 'Preflight of a browser',
    description: 'Allowed for every origin.',
    security: [],
    ...(parameters && { parameters }),
    responses: responses('limited', {
      204: emptyResponse('Every origin may read the document, as the `Access-Control-…` fields say'),
    }),
  };
}

const validated = headersOf('ETag');
const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of an earlier answer: 304 if it still holds',
  schema: { type: 'string' },
};

interface DocumentFacts extends Pick<OperationObject, 'operationId' | 'tags' | 'summary' | 'description'> {
  readonly parameters?: readonly Parameter[];
  /** The description of what is answered. */
  readonly answer: string;
  readonly content: Readonly<Record<string, MediaType>>;
  readonly special?: readonly ErrorSetName[];
}

/** GET of a document that everybody may read and that changes at most when the gateway starts. */
function documentOperation({
  answer,
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
        200: { description: answer, headers: validated, content },
        304: emptyResponse('What you have still holds', validated),
      },
      ...special,
    ),
  };
}

/** The schema of a body of a request, from the one that validates it. */
function requestSchema(schema: object): JsonSchema {
  return withOptionalInputs(documented(schema));
}

const vocabulary = {
  ...{ apiKeyRequired, responses, jsonResponse, emptyResponse, jsonBody, json, example },
  ...{ keyPreflight, openPreflight, documentOperation },
  ...{ headersOf, schemaReference, requestSchema, objectOf, count, text, time, timeOrNull, keyFields, quotaFields },
  examples,
};

/**
 * What endpoints are described with. They are given it, rather than import it: the document is described when somebody
 * first asks for it, and none of this is loaded before.
 */
export interface Vocabulary extends Readonly<typeof vocabulary> {
  /** The tool that stands for all others in examples. */
  readonly exampleTool: CatalogueEntry | undefined;
  /** The labels of what counts against the daily quota. */
  readonly operations: readonly string[];
}

/** An endpoint, as far as the document goes. */
export interface DescribedEndpoint {
  readonly path: string;
  readonly label: string;
  readonly access: string;
  /** Its methods. HEAD follows from GET. */
  readonly describe: (vocabulary: Vocabulary) => PathItem;
  /** Schemas that it alone has, by the names that it refers to them by. */
  readonly schemas?: (vocabulary: Vocabulary) => Readonly<Record<string, JsonSchema>>;
}

/** Makes the vocabulary for these endpoints. */
export function vocabularyFor(
  endpoints: readonly DescribedEndpoint[],
  exampleTool: CatalogueEntry | undefined,
): Vocabulary {
  const operations = endpoints.filter(({ access }) => access === 'operation').map(({ label }) => label);
  return { ...vocabulary, exampleTool, operations };
}
