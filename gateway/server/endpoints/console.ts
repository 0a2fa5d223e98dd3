import { sendDocument } from '../pipeline/send-document.js';
import type { Endpoint } from './endpoint.js';

/** The views of the console; all of them are the same page. */
const views = ['sanitize', 'sort-dedupe', 'tools', 'keys', 'usage'];
/** Views of a single item. */
const detailed = ['tools/{slug}', 'usage/{account}'];

/** Pages for people. */
export const consoleEndpoints: readonly Endpoint[] = [
  {
    access: 'page',
    path: '/',
    alsoAt: ['/console'],
    label: 'home',
    methods: { GET: ({ response }) => response.redirect('/console/') },
    describe: ({ emptyResponse, headersOf, responses }) => ({
      get: {
        operationId: 'getHome',
        tags: ['Console'],
        summary: 'Redirect to the console',
        description: '`/console` leads there too.',
        security: [],
        responses: responses('limited', { 302: emptyResponse('To `/console/`', headersOf('Location')) }),
      },
    }),
  },
  {
    access: 'page',
    path: '/console/',
    alsoAt: [
      ...views.flatMap((view) => [`/console/${view}`, `/console/${view}/`]),
      ...detailed.map((view) => `/console/${view}`),
      '/console/assets/{asset}',
    ],
    label: 'console',
    methods: {
      GET: (request, { console, log }) => sendDocument(request, console.find(request.parameters.asset ?? ''), log),
    },
    describe: ({ documentOperation }) => ({
      get: documentOperation({
        operationId: 'getConsole',
        tags: ['Console'],
        summary: 'The console: tools to try out, keys and usage',
        description:
          'One page of HTML for all of its views: `/console/sanitize`, `/console/sort-dedupe`, `/console/tools`, ' +
          '`/console/tools/{slug}`, `/console/keys` and `/console/usage` are the same. It names a script and a style ' +
          'sheet in `/console/assets/`, which may be cached forever.',
        response: 'The page',
        content: { 'text/html; charset=utf-8': { schema: { type: 'string' } } },
      }),
    }),
  },
  {
    access: 'page',
    path: '/favicon.svg',
    // Browsers ask for it beside documents that name no icon, such as JSON. They go by the type, not by the name.
    alsoAt: ['/favicon.ico'],
    label: 'favicon',
    methods: { GET: (request, { console, log }) => sendDocument(request, console.favicon(), log) },
    describe: ({ documentOperation }) => ({
      get: documentOperation({
        operationId: 'getFavicon',
        tags: ['Console'],
        summary: 'The icon of the pages',
        description: 'An SVG, which `/favicon.ico` returns too.',
        response: 'The icon',
        content: { 'image/svg+xml': { schema: { type: 'string' } } },
      }),
    }),
  },
];
