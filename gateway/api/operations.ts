import type { OperationName } from '../../engine/operations/operation.js';
import type { ErrorSetName } from '../openapi/responses.js';
import type { OperationObject } from '../openapi/types.js';
import type { Vocabulary } from '../openapi/vocabulary.js';
import { OperationCall } from '../request/operation-call.js';
import type { Endpoint } from './endpoint.js';

interface OperationFacts {
  readonly operationId: string;
  /** The prefix of its schemas. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly result: string;
  readonly badRequest: ErrorSetName;
  readonly forbidden: ErrorSetName;
  /** Whether a key of the plan `free` may ask. */
  readonly isOnFreePlan: boolean;
}

const operations: Readonly<Record<OperationName, OperationFacts>> = {
  run: {
    operationId: 'run',
    name: 'Run',
    summary: 'Chain text tools over one text',
    description:
      'The whole workflow is checked before its first step runs. A failing step fails the request, and nothing ' +
      'partial is returned. No step may write more than 4,000,000 characters. The same request gives the same ' +
      'result, always: a tool that needs randomness takes a `seed`.',
    result: 'The text after the last step',
    badRequest: 'BadRun',
    forbidden: 'OriginRefused',
    isOnFreePlan: true,
  },
  sanitize: {
    operationId: 'sanitize',
    name: 'Sanitize',
    summary: 'Remove tracking parameters from URLs',
    description:
      'Parameters are removed by exact name; everything else stays byte for byte, so that a signed URL survives. ' +
      'Each URL is trimmed of white space. Anything is taken: relative and invalid URLs are cleaned as text.',
    result: 'The cleaned URLs, in the order they came in',
    badRequest: 'BadSanitize',
    forbidden: 'OriginOrPlanRefused',
    isOnFreePlan: false,
  },
  'sort-dedupe': {
    operationId: 'sortDedupe',
    name: 'SortDedupe',
    summary: 'Trim, filter, deduplicate and sort lines',
    description:
      'The order of work is fixed: trim, drop blank lines, remove duplicates, sort. Alphabetical is the root order of ' +
      'the Unicode collation (apple, Banana, cherry), the same on every machine. Lines that all go are a success.',
    result: 'The lines that are left',
    badRequest: 'BadSortDedupe',
    forbidden: 'OriginOrPlanRefused',
    isOnFreePlan: false,
  },
};

/** What is done to text: `POST /v1/run`, `/v1/sanitize` and `/v1/sort-dedupe`. */
export const operationEndpoints: readonly Endpoint[] = Object.entries(operations).map(([name, facts]) =>
  operationEndpoint(name as OperationName, facts),
);

function operationEndpoint(operation: OperationName, facts: OperationFacts): Endpoint {
  return {
    access: 'operation',
    path: `/v1/${operation}`,
    label: operation,
    takes: 'text',
    isOnFreePlan: facts.isOnFreePlan,
    methods: { POST: (request, services) => new OperationCall(request, operation, services) },
    describe: (vocabulary) => ({
      post: post(operation, facts, vocabulary),
      options: vocabulary.keyPreflight(`preflight${facts.name}`, 'Operations', preflightDescription),
    }),
  };
}

const preflightDescription =
  'Allowed for every origin on the allowlist of any key, and for the origins of development: ports 3000 and 5173 ' +
  'of `http://localhost`, `http://127.0.0.1` and `http://[::1]`. The request itself is then held against the ' +
  'allowlist of its own key.';

function post(
  operation: OperationName,
  { operationId, name, summary, description, result, badRequest, forbidden }: OperationFacts,
  { apiKeyRequired, examples, jsonBody, jsonResponse, responses }: Vocabulary,
): OperationObject {
  return {
    operationId,
    tags: ['Operations'],
    summary,
    description,
    security: apiKeyRequired,
    requestBody: jsonBody(`${name}Request`, examples.examplesOf(operation, 'request')),
    responses: responses(
      'limited',
      { 200: jsonResponse(result, `${name}Result`, examples.examplesOf(operation, 'response')) },
      badRequest,
      'ApiKeyRefused',
      forbidden,
      'RequestTimeout',
      'BodyTooLarge',
      'UnsupportedMedia',
      'BusyOrTimeLimit',
    ),
  };
}
