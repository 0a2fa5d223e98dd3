import { usageExample } from '../examples.js';
import type { OperationObject, PathItem } from '../types.js';
import { apiKeyRequired, emptyResponse, example, jsonResponse, responses } from './common.js';

/** What the holder of a key is told of its quota. */
export function usagePaths(): Record<string, PathItem> {
  return { '/v1/usage': { get, options } };
}

const get: OperationObject = {
  operationId: 'getUsage',
  tags: ['Operations'],
  summary: 'What is left of the daily quota, and when the next request is free',
  description:
    'Costs no quota, and answers when the quota is spent. Counts against both bursts, so that a 429 here always means a ' +
    'burst. After a 429 elsewhere: wait until `freeAt` if it is a time; if it is null, a burst was spent, which refills ' +
    'evenly within a minute. All keys of the account share the quota.',
  security: apiKeyRequired,
  responses: responses(
    'limited',
    { 200: jsonResponse('The quota now', 'KeyUsage', example('A quota that is spent', usageExample)) },
    'ApiKeyRefused',
    'OriginRefused',
  ),
};

const options: OperationObject = {
  operationId: 'preflightUsage',
  tags: ['Operations'],
  summary: 'Preflight of a browser',
  description: 'As for the operations; `Authorization` is allowed here as well.',
  security: [],
  responses: responses(
    'limited',
    { 204: emptyResponse('The origin may send requests, as the `Access-Control-…` fields say') },
    'OriginRefused',
  ),
};
