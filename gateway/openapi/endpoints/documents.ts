import type { CatalogueEntry } from '../../../engine/catalogue/catalogue.js';
import { toolDocument } from '../../routes/tool-documents.js';
import { headersOf } from '../responses.js';
import { schemaReference } from '../schemas.js';
import type { MediaType, OperationObject, Parameter, PathItem, Response } from '../types.js';
import { emptyResponse, example, jsonResponse, responses } from './common.js';

const validated = headersOf('ETag');
const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of an earlier answer: 304 if it still holds',
  schema: { type: 'string' },
};
const notModified = emptyResponse('What you have still holds', validated);
/** Open to everybody. */
const open = { security: [] };

/**
 * The documents that do not change while the service runs: tools, this document, the page made from it, and the console.
 *
 * @param entry - the tool that stands as an example.
 */
export function documentPaths(entry: CatalogueEntry | undefined): Record<string, PathItem> {
  return {
    '/v1/tools': { get: listTools, options: preflight('Tools') },
    '/v1/tools/{slug}': { get: getTool(entry), options: preflight('Tool') },
    '/openapi.json': { get: getOpenApi, options: preflight('OpenApi') },
    '/docs': { get: getDocs },
    '/docs/errors': { get: getErrorPage },
    '/': { get: getHome },
    '/console/': { get: getConsole },
  };
}

const listTools: OperationObject = {
  operationId: 'listTools',
  tags: ['Tools'],
  summary: 'All tools',
  description: 'The catalogue: of each tool its options as a JSON Schema with defaults, and worked examples.',
  ...open,
  parameters: [ifNoneMatch],
  responses: responses('limited', {
    200: jsonResponse('The tools', 'ToolList', undefined, validated),
    304: notModified,
  }),
};

function getTool(entry: CatalogueEntry | undefined): OperationObject {
  const slug = entry?.tool.slug ?? '';
  const shown = entry && toolDocument(entry);
  return {
    operationId: 'getTool',
    tags: ['Tools'],
    summary: 'One tool',
    ...open,
    parameters: [
      {
        name: 'slug',
        in: 'path',
        required: true,
        description: 'The identifier of the tool',
        schema: schemaReference('ToolSlug'),
        example: slug,
      },
      ifNoneMatch,
    ],
    responses: responses(
      'limited',
      { 200: jsonResponse('The tool', 'Tool', example(slug, shown), validated), 304: notModified },
      'NotFound',
    ),
  };
}

const getOpenApi: OperationObject = {
  operationId: 'getOpenApi',
  tags: ['Reference'],
  summary: 'This document',
  description: 'OpenAPI 3.1, made from the schemas that validate requests. `textmill openapi` prints the same.',
  ...open,
  parameters: [ifNoneMatch],
  responses: responses('limited', {
    200: document('The document', 'application/json', { type: 'object', additionalProperties: true }),
    304: notModified,
  }),
};

const getDocs: OperationObject = {
  operationId: 'getDocs',
  tags: ['Reference'],
  summary: 'This document as a page to read',
  description: 'One page of HTML that needs no script, no other file and no network.',
  ...open,
  parameters: [ifNoneMatch],
  responses: responses('limited', {
    200: document('The page', 'text/html; charset=utf-8', { type: 'string' }),
    304: notModified,
  }),
};

const getErrorPage: OperationObject = {
  operationId: 'getErrorPage',
  tags: ['Reference'],
  summary: 'The error codes as a page to read',
  description: 'What the `type` of an error leads to: every code with its sentences, and the members of an error.',
  ...open,
  parameters: [ifNoneMatch],
  responses: responses('limited', {
    200: document('The page', 'text/html; charset=utf-8', { type: 'string' }),
    304: notModified,
  }),
};

const getHome: OperationObject = {
  operationId: 'getHome',
  tags: ['Console'],
  summary: 'The way to the console',
  description: '`/console` leads there too.',
  ...open,
  responses: responses('limited', { 302: emptyResponse('It is at `/console/`', headersOf('Location')) }),
};

const getConsole: OperationObject = {
  operationId: 'getConsole',
  tags: ['Console'],
  summary: 'The console: tools to try out, keys and usage',
  description:
    'One page of HTML for all of its views: `/console/sanitize`, `/console/sort-dedupe`, `/console/tools`, ' +
    '`/console/tools/{slug}`, `/console/keys` and `/console/usage` answer the same. It names a script and a style ' +
    'sheet in `/console/assets/`, which may be kept for ever.',
  ...open,
  parameters: [ifNoneMatch],
  responses: responses('limited', {
    200: document('The page', 'text/html; charset=utf-8', { type: 'string' }),
    304: notModified,
  }),
};

function document(description: string, mediaType: string, schema: MediaType['schema']): Response {
  return { description, headers: validated, content: { [mediaType]: { schema } } };
}

function preflight(name: string): OperationObject {
  return {
    operationId: `preflight${name}`,
    tags: [name === 'OpenApi' ? 'Reference' : 'Tools'],
    summary: 'Preflight of a browser',
    description: 'Allowed for every origin.',
    ...open,
    ...(name === 'Tool' && { parameters: getTool(undefined).parameters?.slice(0, 1) ?? [] }),
    responses: responses('limited', {
      204: emptyResponse('Every origin may read the document, as the `Access-Control-…` fields say'),
    }),
  };
}
