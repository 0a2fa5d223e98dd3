import type { Registry } from 'prom-client';
import { metricDefinitions } from '../observability/metrics/definitions.js';
import { createRegistry } from '../observability/metrics/exposition.js';
import type { MetricSources } from '../observability/metrics/sources.js';

/** The Prometheus text format, version 0.0.4. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** `GET /metrics`. */
export class Metrics {
  readonly #sources: MetricSources;
  #registry: Registry | undefined;

  constructor(sources: MetricSources) {
    this.#sources = sources;
  }

  /** All metrics as of now, in {@link metricsType}. */
  async text(): Promise<Uint8Array> {
    this.#registry ??= createRegistry(metricDefinitions, this.#sources);
    return Buffer.from(await this.#registry.metrics());
  }
}
