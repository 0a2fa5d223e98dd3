import type { Endpoint } from './endpoint.js';

const alive = Buffer.from('{"status":"ok"}');
const degraded = Buffer.from('{"status":"degraded"}');
/** The same while invalid files are in TOOLS_DIR. */
const aliveWithOldTools = Buffer.from('{"status":"ok","tools":"outdated"}');
const degradedWithOldTools = Buffer.from('{"status":"degraded","tools":"outdated"}');

/** Probes for load balancers and supervisors. */
export const healthEndpoints: readonly Endpoint[] = [
  {
    access: 'probe',
    path: '/healthz',
    label: 'liveness',
    methods: { GET: (response) => response.last(200, alive) },
    describe: ({ example, jsonResponse, responses }) => ({
      get: {
        operationId: 'getLiveness',
        tags: ['Operating'],
        summary: 'Whether the process is alive',
        description: 'Not limited. The response closes the connection.',
        security: [],
        responses: responses('always', {
          200: jsonResponse('It lives', 'Alive', example('It lives', { status: 'ok' })),
        }),
      },
    }),
    schemas: ({ objectOf }) => ({ Alive: objectOf({ status: { type: 'string', const: 'ok' } }) }),
  },
  {
    access: 'probe',
    path: '/readyz',
    label: 'readiness',
    methods: {
      GET(response, { isReady, isDegraded, hasOutdatedTools }) {
        if (!isReady()) response.error('not-ready', [], true);
        // A failing store is reported, but clients are still served from memory.
        else if (hasOutdatedTools()) response.last(200, isDegraded() ? degradedWithOldTools : aliveWithOldTools);
        else response.last(200, isDegraded() ? degraded : alive);
      },
    },
    describe: ({ example, jsonResponse, responses }) => ({
      get: {
        operationId: 'getReadiness',
        tags: ['Operating'],
        summary: 'Whether the service accepts work',
        description: 'Not limited. The response closes the connection.',
        security: [],
        responses: responses(
          'always',
          { 200: jsonResponse('It takes work', 'Ready', example('It takes work', { status: 'ok' })) },
          'NotReady',
        ),
      },
    }),
    schemas: ({ objectOf }) => ({
      Ready: objectOf(
        {
          status: {
            type: 'string',
            enum: ['ok', 'degraded'],
            description: 'degraded: the database cannot be written or read now, and requests are served from memory',
          },
          tools: {
            type: 'string',
            const: 'outdated',
            description: 'A file in TOOLS_DIR is invalid, and the tools that were read before are served',
          },
        },
        { optional: ['tools'] },
      ),
    }),
  },
];
