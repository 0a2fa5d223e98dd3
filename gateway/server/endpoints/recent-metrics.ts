import { administered, ok, operatorOperation } from './administration.js';
import type { Endpoint } from './endpoint.js';

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
            vocabulary.example('Two readings', vocabulary.examples.administrationExamples.recentMetrics),
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
