import type { OperationName } from '#engine/operations/operation.js';
import { OperationCall } from '../pipeline/operation-call.js';
import type { Endpoint } from './endpoint.js';
import type { Example, JsonSchema, OperationObject } from './openapi/types.js';
import type { Vocabulary } from './openapi/vocabulary.js';
import type { OperationFacts } from './operations/operation-facts.js';
import { runFacts } from './operations/run.js';
import { sanitizeFacts } from './operations/sanitize.js';
import { sortDedupeFacts } from './operations/sort-dedupe.js';

const operations: Readonly<Record<OperationName, OperationFacts>> = {
  run: runFacts,
  sanitize: sanitizeFacts,
  'sort-dedupe': sortDedupeFacts,
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
    operation,
    takes: 'text',
    isOnFreePlan: facts.isOnFreePlan,
    methods: { POST: (request, services) => new OperationCall(request, operation, services) },
    describe: (vocabulary) => ({
      post: post(facts, vocabulary),
      options: vocabulary.keyPreflight(`preflight${facts.name}`, 'Operations', preflightDescription),
    }),
    badRequests: ({ operationErrors, unpackErrors }) => ({
      [facts.badRequest]: [...unpackErrors, ...operationErrors(operation)],
    }),
    // All requests come before all results.
    ...(operation === 'run' && { schemas: allSchemas }),
  };
}

function allSchemas(vocabulary: Vocabulary): Record<string, JsonSchema> {
  const all = Object.values(operations);
  return Object.assign(
    {},
    ...all.map(({ requestSchemas }) => requestSchemas(vocabulary)),
    ...all.map(({ resultSchemas }) => resultSchemas(vocabulary)),
  );
}

const preflightDescription =
  'Allowed for every origin on the allowlist of any key, and for development origins: ports 3000 and 5173 ' +
  'of `http://localhost`, `http://127.0.0.1` and `http://[::1]`. The request itself is checked against the ' +
  'allowlist of its own key.';

function post(
  { operationId, name, summary, description, result, badRequest, forbidden, examples }: OperationFacts,
  { apiKeyRequired, encodings, jsonBody, jsonResponse, responses }: Vocabulary,
): OperationObject {
  const examplesOf = (side: 'request' | 'response') =>
    Object.fromEntries(
      Object.entries(examples()).map(([id, example]): [string, Example] => [
        id,
        { summary: example.summary, value: example[side] },
      ]),
    );
  return {
    operationId,
    tags: ['Operations'],
    summary,
    description,
    security: apiKeyRequired,
    parameters: encodings,
    requestBody: jsonBody(`${name}Request`, examplesOf('request')),
    responses: responses(
      'limited',
      { 200: jsonResponse(result, `${name}Result`, examplesOf('response')) },
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
