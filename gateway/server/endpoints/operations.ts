import type { OperationName } from '#engine/operations/operation.js';
import { OperationCall } from '../pipeline/operation-call.js';
import type { Endpoint } from './endpoint.js';
import type { ErrorSetName } from './openapi/responses.js';
import type { OperationObject } from './openapi/types.js';
import type { Vocabulary } from './openapi/vocabulary.js';

interface OperationFacts {
  readonly operationId: string;
  /** The prefix of its schemas. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly result: string;
  readonly badRequest: ErrorSetName;
  readonly forbidden: ErrorSetName;
  /** Whether keys of the free plan may use it. */
  readonly isOnFreePlan: boolean;
}

const operations: Readonly<Record<OperationName, OperationFacts>> = {
  run: {
    operationId: 'run',
    name: 'Run',
    summary: 'Chain text tools over one text',
    description:
      'The whole workflow is checked before its first step runs. A failing step fails the request, and no result ' +
      'is returned. With `trace` the response tells what each step did, and so does the problem of a failing step: up ' +
      'to that step, unless the step had to be ended because of its time or memory. The output of a step may have at most 4,000,000 characters. The same request gives the same ' +
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
      'Each URL is trimmed of white space. Relative and invalid URLs are accepted, and cleaned as text.',
    result: 'The cleaned URLs, in input order',
    badRequest: 'BadSanitize',
    forbidden: 'OriginOrPlanRefused',
    isOnFreePlan: false,
  },
  'sort-dedupe': {
    operationId: 'sortDedupe',
    name: 'SortDedupe',
    summary: 'Trim, filter, deduplicate and sort lines',
    description:
      'The order is fixed: trim, drop blank lines, remove duplicates, sort. Alphabetical is the root order of ' +
      'the Unicode collation (apple, Banana, cherry), the same on every machine. A result without lines is a success.',
    result: 'The resulting lines',
    badRequest: 'BadSortDedupe',
    forbidden: 'OriginOrPlanRefused',
    isOnFreePlan: false,
  },
};

/** The operations on text: `POST /v1/run`, `/v1/sanitize` and `/v1/sort-dedupe`. */
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
  'Allowed for every origin on the allowlist of any key, and for development origins: ports 3000 and 5173 ' +
  'of `http://localhost`, `http://127.0.0.1` and `http://[::1]`. The request itself is checked against the ' +
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
