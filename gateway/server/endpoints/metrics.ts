import type { Log } from '#gateway/core/log.js';
import type { GatheredMetrics, MetricsReport } from '#gateway/core/metrics-report.js';
import { metricDefinitions } from '../telemetry/metrics/definitions.js';
import { metricsText, metricsType, type Series, seriesOf } from '../telemetry/metrics/exposition.js';
import { gatheredSeries, reportOf } from '../telemetry/metrics/gathered.js';
import { isKeptRecently } from '../telemetry/metrics/recent-readings.js';
import type { MetricSources } from '../telemetry/metrics/sources.js';
import { administered, ok, operatorOperation } from './administration.js';
import type { Endpoint } from './endpoint.js';

const recentDefinitions = metricDefinitions.filter(({ name }) => isKeptRecently(name));

/** The other gateways of the machine, as far as metrics are concerned. */
export interface MetricsHost {
  /** The number of this gateway. */
  readonly allocation: { readonly gateway: number };
  /** Whether there are others. */
  readonly isShared: boolean;
  /** Returns the metrics of the other gateways; undefined if there are none, or they are not known in time. */
  gather(report: () => MetricsReport): Promise<GatheredMetrics | undefined>;
}

/** Renders the metrics as text: those of all gateways of the machine. */
export class Metrics {
  readonly #sources: MetricSources;
  readonly #host: MetricsHost;
  readonly #log: Log;

  constructor(sources: MetricSources, host: MetricsHost, log: Log) {
    this.#sources = sources;
    this.#host = host;
    this.#log = log;
  }

  /** Returns the current metrics of this gateway, for another one. */
  report(): MetricsReport {
    return reportOf(metricDefinitions, this.#sources);
  }

  /** Returns the current metrics of all gateways, in {@link metricsType}. */
  async text(): Promise<Uint8Array> {
    const others = await this.#host.gather(() => this.report());
    if (others !== undefined && others.silent > 0) {
      this.#log.warn(
        { gateways: others.silent },
        'Gateways did not report their metrics in time: old values are shown',
      );
    }
    return Buffer.from(metricsText(others === undefined ? this.#own() : this.#all(others)));
  }

  /**
   * Returns the metrics of all gateways that are kept for some minutes, as they are now.
   *
   * @throws {Error} (as a rejection) if other gateways do not report: the sums would seem to fall.
   */
  async recentSeries(): Promise<readonly Series[]> {
    const others = await this.#host.gather(() => this.report());
    if (others === undefined) {
      if (this.#host.isShared) throw new Error('The other gateways did not report their metrics in time');
      return recentDefinitions.flatMap((definition) => seriesOf(definition, this.#sources));
    }
    const own = reportOf(recentDefinitions, this.#sources);
    return [...gatheredSeries(recentDefinitions, this.#host.allocation.gateway, own, others).values()].flat();
  }

  #own() {
    return metricDefinitions.map((definition) => [definition, seriesOf(definition, this.#sources)] as const);
  }

  #all(others: GatheredMetrics) {
    return gatheredSeries(metricDefinitions, this.#host.allocation.gateway, this.report(), others);
  }
}

/** `GET /metrics`. */
export const metricsEndpoint: Endpoint = {
  access: 'monitoring',
  path: '/metrics',
  label: 'metrics',
  isPublic: ({ settings }) => settings.current.metricsPublic,
  methods: {
    GET(response, { metricsText, log }) {
      const failed = (error: unknown): void => {
        log.error({ err: error }, 'The metrics cannot be shown');
        response.error('internal-error');
      };
      metricsText().then((text) => response.document(metricsType, text), failed);
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
        'OperatorRefused',
        'OriginOrSessionRefused',
      ),
    },
  }),
};

/** `GET /metrics/recent`. */
export const recentMetricsEndpoint: Endpoint = {
  access: 'operator',
  path: '/metrics/recent',
  label: 'recent-metrics',
  methods: { GET: administered(async (_, { recentMetrics }) => ok(recentMetrics())) },
  describe: (vocabulary) => ({
    get: {
      ...operatorOperation(vocabulary, 'getRecentMetrics', 'Metrics of the last two minutes', {
        description:
          'Some of the metrics as they were every ten seconds, for the gauges of the console: those of all gateways of the ' +
          'machine, as far as the one that responds has read them since its start.',
        successes: {
          200: vocabulary.jsonResponse(
            'The readings',
            'RecentMetrics',
            vocabulary.example('Two readings', {
              series: [
                { name: 'textmill_requests_total', labels: { operation: 'run', status: '200' } },
                { name: 'textmill_jobs_waiting', labels: {} },
              ],
              readings: [
                { ageSeconds: 12.5, values: [1204, 0] },
                { ageSeconds: 2.5, values: [1290, 3] },
              ],
            }),
          ),
        },
        special: [],
      }),
      tags: ['Operating'],
    },
  }),
  schemas: ({ objectOf, text }) => ({
    RecentMetrics: objectOf({
      series: {
        type: 'array',
        description: 'What the values are of',
        items: objectOf({
          name: text('The name of the series'),
          labels: { type: 'object', additionalProperties: { type: 'string' }, description: 'Its labels' },
        }),
      },
      readings: {
        type: 'array',
        description: 'Oldest first',
        items: objectOf({
          ageSeconds: { type: 'number', minimum: 0, description: 'How long ago the metrics were read' },
          values: {
            type: 'array',
            items: { type: 'number' },
            description: 'By series, in their order; shorter if a series began later',
          },
        }),
      },
    }),
  }),
};
