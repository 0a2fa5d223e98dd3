import type { Registry } from 'prom-client';
import { metricDefinitions } from '../observability/metrics/definitions.js';
import { createRegistry } from '../observability/metrics/exposition.js';
import type { MetricSources } from '../observability/metrics/sources.js';
import type { Endpoint } from './endpoint.js';

/** The Prometheus text format, version 0.0.4. */
const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** Renders the metrics as text. */
export class Metrics {
  readonly #sources: MetricSources;
  #registry: Registry | undefined;

  constructor(sources: MetricSources) {
    this.#sources = sources;
  }

  /** Returns the current metrics, in {@link metricsType}. */
  async text(): Promise<Uint8Array> {
    this.#registry ??= createRegistry(metricDefinitions, this.#sources);
    return Buffer.from(await this.#registry.metrics());
  }
}

/** `GET /metrics`. */
export const metricsEndpoint: Endpoint = {
  access: 'monitoring',
  path: '/metrics',
  label: 'metrics',
  isPublic: ({ settings }) => settings.current.metricsPublic,
  methods: {
    GET(answer, { metricsText, log }) {
      const failed = (error: unknown): void => {
        log.error({ err: error }, 'The metrics cannot be shown');
        answer.error('internal-error');
      };
      metricsText().then((text) => answer.document(metricsType, text), failed);
    },
  },
  describe: ({ headersOf, responses }) => ({
    get: {
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
    },
  }),
};
