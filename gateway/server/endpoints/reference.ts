import { sendDocument } from '../pipeline/send-document.js';
import type { Endpoint } from './endpoint.js';

const anyObject = { 'application/json': { schema: { type: 'object', additionalProperties: true } } } as const;

/** The description of the HTTP API, for programs and for people. */
export const referenceEndpoints: readonly Endpoint[] = [
  {
    access: 'public',
    path: '/openapi.json',
    label: 'openapi',
    methods: { GET: (request, { reference, log }) => sendDocument(request, reference.openApi(), log) },
    describe: ({ documentOperation, openPreflight }) => ({
      get: documentOperation({
        operationId: 'getOpenApi',
        tags: ['Reference'],
        summary: 'This document',
        description:
          'OpenAPI 3.1, generated from the schemas that validate requests. `textmill openapi` prints the same.',
        response: 'The document',
        content: anyObject,
      }),
      options: openPreflight('preflightOpenApi', 'Reference'),
    }),
  },
  {
    access: 'public',
    path: '/docs/openapi-full.json',
    label: 'openapi-full',
    methods: { GET: (request, { reference, log }) => sendDocument(request, reference.fullOpenApi(), log) },
    describe: ({ documentOperation, openPreflight }) => ({
      get: documentOperation({
        operationId: 'getFullOpenApi',
        tags: ['Reference'],
        summary: 'This document with the options of each tool',
        description:
          'Also has HEAD of every path with GET, and an example of each error. Clients generated from it know the ' +
          'options of the tools. `textmill openapi --full` prints the same.',
        response: 'The document',
        content: anyObject,
      }),
      options: openPreflight('preflightFullOpenApi', 'Reference'),
    }),
  },
  {
    access: 'page',
    path: '/docs',
    // /docs/errors is the target of the `type` of every error.
    alsoAt: ['/docs/{page}', '/docs/tools/{category}'],
    label: 'docs',
    methods: {
      GET: (request, { reference, log }) => {
        const { page = '', category } = request.parameters;
        const name = category === undefined ? page : `tools/${category}`;
        return sendDocument(request, reference.page(name, request.exchange.head.host), log);
      },
    },
    describe: ({ documentOperation }) => ({
      get: documentOperation({
        operationId: 'getDocs',
        tags: ['Reference'],
        summary: 'This document as web pages',
        description:
          'The first of several pages of HTML, which are readable without script: one for each group of endpoints, ' +
          '`/docs/operations` for example, one for each category of tools, `/docs/tools/{category}`, and ' +
          '`/docs/errors`, the target of the `type` of an error: every code with its messages.',
        response: 'The page',
        content: { 'text/html; charset=utf-8': { schema: { type: 'string' } } },
      }),
    }),
  },
];
