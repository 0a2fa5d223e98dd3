import { administered, ok, operatorOperation } from './administration.js';
import { clusterDocument } from './cluster-document.js';
import type { Endpoint } from './endpoint.js';
import type { Vocabulary } from './openapi/vocabulary.js';

function clusterExample({ sample }: Vocabulary) {
  return {
    store: 'postgresql',
    reachable: true,
    gateways: 1,
    asOf: sample.now,
    members: [1, 2].map((machine) => ({
      name: `text-${machine}:4101`,
      address: `10.0.0.1${machine}:8080`,
      gateway: 1,
      pid: 4101,
      version: '1.4.0',
      release: null,
      startedAt: sample.createdAt,
      ageSeconds: 2700,
      heartbeatSeconds: machine === 1 ? 0 : 14,
      lag: 0,
      ready: machine === 1,
      degraded: machine === 2,
      lapsed: machine === 2,
      answered: machine === 1,
    })),
    differences: [],
  };
}

/** `GET /cluster`. */
export const clusterEndpoint: Endpoint = {
  access: 'operator',
  path: '/cluster',
  label: 'cluster',
  methods: { GET: administered(async (_, { cluster }) => ok(clusterDocument(await cluster()))) },
  describe: (vocabulary) => ({
    get: {
      ...operatorOperation(vocabulary, 'getCluster', 'The gateways that serve', {
        description:
          'The gateways that use the store, whichever of them takes the request: those of this machine, or with ' +
          '`DATABASE_URL` those of all machines. A gateway that was silent for ten seconds has lapsed; it is shown for a ' +
          'quarter of an hour.',
        successes: {
          200: vocabulary.jsonResponse(
            'The gateways',
            'Cluster',
            vocabulary.example('Two gateways, of which one has lapsed', clusterExample(vocabulary)),
          ),
        },
        special: [],
      }),
      tags: ['Operating'],
    },
  }),
  schemas: ({ count, objectOf, schemaReference, text, time }) => ({
    Cluster: objectOf({
      store: { type: 'string', enum: ['sqlite', 'postgresql'], description: 'What the gateways share' },
      reachable: {
        type: 'boolean',
        description: 'Whether the database has responded; otherwise the members are those of its last response',
      },
      gateways: {
        type: 'integer',
        minimum: 1,
        description: 'Gateways that the machine of the one that responded should have (GATEWAYS)',
      },
      asOf: time('When the members were as shown, by the clock of the database'),
      members: {
        type: 'array',
        items: schemaReference('Member'),
        description: 'The gateways in the order of their starts; those that have lapsed are last',
      },
      differences: {
        type: 'array',
        description: 'Settings that should be the same at all gateways, and are not',
        items: objectOf({
          setting: text('The name of the setting'),
          values: {
            type: 'array',
            description: 'Its values',
            items: objectOf({
              value: { type: ['string', 'number', 'boolean'], description: 'A value' },
              members: { type: 'array', items: { type: 'string' }, description: 'The gateways that have it' },
            }),
          },
        }),
      },
    }),
    Member: objectOf({
      name: text('Unique among all members: the machine and the process'),
      address: { type: ['string', 'null'], description: 'Where it listens; null before it does' },
      gateway: { type: ['integer', 'null'], description: 'Its number on its machine' },
      pid: { type: ['integer', 'null'], description: 'Its process' },
      version: text('The version of Textmill'),
      release: {
        type: ['string', 'null'],
        description: 'The release; null for a gateway outside of a folder of releases',
      },
      startedAt: time('When the process was started'),
      ageSeconds: count('How long ago that was'),
      heartbeatSeconds: {
        type: ['integer', 'null'],
        minimum: 0,
        description: 'How long ago the database has heard from it; null with SQLite, where a supervisor watches it',
      },
      lag: {
        type: ['integer', 'null'],
        minimum: 0,
        description:
          'Changes of keys that it has not confirmed: all, if it has read changes that the database has lost since; null ' +
          'with SQLite, which needs no confirmations',
      },
      ready: { type: 'boolean', description: 'Whether all its threads are up, it does not stop, and it serves keys' },
      degraded: {
        type: 'boolean',
        description: 'Whether it cannot write to the database, or has missed three heartbeats',
      },
      lapsed: { type: 'boolean', description: 'Whether it was silent for ten seconds: it has probably ended' },
      answered: { type: 'boolean', description: 'Whether it is the one that responded to this request' },
    }),
  }),
};
