import type { OperationName } from '../../../engine/operations/operation.js';
import { examplesOf } from '../examples.js';
import type { ErrorSetName } from '../responses.js';
import type { OperationObject, PathItem } from '../types.js';
import { apiKeyRequired, emptyResponse, jsonBody, jsonResponse, responses } from './common.js';

interface OperationFacts {
  readonly operationId: string;
  /** The prefix of its schemas. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly result: string;
  readonly badRequest: ErrorSetName;
  readonly forbidden: ErrorSetName;
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
  },
};

/** The three operations with their preflights. */
export function operationPaths(): Record<string, PathItem> {
  return Object.fromEntries(
    Object.entries(operations).map(([operation, facts]) => [
      `/v1/${operation}`,
      { post: post(operation as OperationName, facts), options: preflight(facts) },
    ]),
  );
}

function post(operation: OperationName, facts: OperationFacts): OperationObject {
  const { operationId, name, summary, description, result, badRequest, forbidden } = facts;
  return {
    operationId,
    tags: ['Operations'],
    summary,
    description,
    security: apiKeyRequired,
    requestBody: jsonBody(`${name}Request`, examplesOf(operation, 'request')),
    responses: responses(
      'limited',
      { 200: jsonResponse(result, `${name}Result`, examplesOf(operation, 'response')) },
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

function preflight({ name }: OperationFacts): OperationObject {
  return {
    operationId: `preflight${name}`,
    tags: ['Operations'],
    summary: 'Preflight of a browser',
    description:
      'Allowed for every origin on the allowlist of any key, and for the origins of development: ports 3000 and 5173 ' +
      'of `http://localhost`, `http://127.0.0.1` and `http://[::1]`. The request itself is then held against the ' +
      'allowlist of its own key.',
    security: [],
    responses: responses(
      'limited',
      { 204: emptyResponse('The origin may send requests, as the `Access-Control-…` fields say') },
      'OriginRefused',
    ),
  };
}
