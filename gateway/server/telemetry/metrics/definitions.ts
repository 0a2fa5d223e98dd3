import type { MetricDefinition } from './definition.js';
import { processMetrics } from './process.js';
import { jobMetrics, requestMetrics } from './requests.js';
import { storeMetrics } from './store.js';

/** Every metric, in display order. */
export const metricDefinitions: readonly MetricDefinition[] = [
  ...requestMetrics,
  ...jobMetrics,
  ...storeMetrics,
  ...processMetrics,
];

/** Returns the table of metrics for gateway/server/telemetry/README.md. */
export function metricsTable(): string {
  const rows = metricDefinitions.map(({ name, type, labels, help }) => {
    const set = labels.length === 0 ? '' : `{${labels.join(',')}}`;
    return `| \`${name}${set}\`${type === 'histogram' ? ' (histogram)' : ''} | ${help} |`;
  });
  return ['| Name | |', '|---|---|', ...rows].join('\n');
}
