import { metricsType } from '../../routes/metrics.js';
import { headersOf } from '../responses.js';
import type { OperationObject, PathItem } from '../types.js';
import { example, jsonResponse, responses } from './common.js';

/** For those who run the service. */
export function operatingPaths(): Record<string, PathItem> {
  return {
    '/healthz': { get: liveness },
    '/readyz': { get: readiness },
    '/metrics': { get: metrics },
  };
}

const liveness: OperationObject = {
  operationId: 'getLiveness',
  tags: ['Operating'],
  summary: 'Whether the process lives',
  description: 'Not limited. The connection ends with the answer.',
  security: [],
  responses: responses('always', { 200: jsonResponse('It lives', 'Alive', example('It lives', { status: 'ok' })) }),
};

const readiness: OperationObject = {
  operationId: 'getReadiness',
  tags: ['Operating'],
  summary: 'Whether the service takes work',
  description: 'Not limited. The connection ends with the answer.',
  security: [],
  responses: responses(
    'always',
    { 200: jsonResponse('It takes work', 'Ready', example('It takes work', { status: 'ok' })) },
    'NotReady',
  ),
};

const metrics: OperationObject = {
  operationId: 'getMetrics',
  tags: ['Operating'],
  summary: 'Metrics for Prometheus',
  description:
    'Needs the admin token, here also as `Authorization: Bearer …`, unless the operator has set `METRICS_PUBLIC=true`.',
  security: [{ adminToken: [] }, {}],
  responses: responses(
    'limited',
    {
      200: {
        description: 'All metrics as of now, in the text format',
        headers: headersOf(),
        content: { [metricsType]: { schema: { type: 'string' } } },
      },
    },
    'AdminTokenRefused',
  ),
};
