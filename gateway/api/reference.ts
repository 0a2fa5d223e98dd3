import { sendDocument } from '../request/send-document.js';
import type { Endpoint } from './endpoint.js';

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
        answer: 'The document',
        content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
      }),
      options: openPreflight('preflightOpenApi', 'Reference'),
    }),
  },
  {
    access: 'page',
    path: '/docs',
    label: 'docs',
    methods: {
      GET: (request, { reference, log }) => sendDocument(request, reference.page(request.exchange.head.host), log),
    },
    describe: ({ documentOperation }) => ({
      get: documentOperation({
        operationId: 'getDocs',
        tags: ['Reference'],
        summary: 'This document as a web page',
        description: 'One page of HTML that needs no script, no other file and no network.',
        answer: 'The page',
        content: { 'text/html; charset=utf-8': { schema: { type: 'string' } } },
      }),
    }),
  },
  {
    access: 'page',
    path: '/docs/errors',
    label: 'error-codes',
    methods: { GET: (request, { reference, log }) => sendDocument(request, reference.errors(), log) },
    describe: ({ documentOperation }) => ({
      get: documentOperation({
        operationId: 'getErrorPage',
        tags: ['Reference'],
        summary: 'The error codes as a web page',
        description: 'The target of the `type` of an error: every code with its messages, and the members of an error.',
        answer: 'The page',
        content: { 'text/html; charset=utf-8': { schema: { type: 'string' } } },
      }),
    }),
  },
];
