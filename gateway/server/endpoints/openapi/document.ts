import type { Catalogue } from '#engine/catalogue/catalogue.js';
import { productSentence } from '#gateway/core/brand.js';
import { problemSchema } from './problem-schema.js';
import { errorComponents, headers, headOf } from './responses.js';
import { toolSchemas } from './tool-schemas.js';
import type { JsonSchema, OpenApiDocument, PathItem, Response, Tag } from './types.js';
import { badRequestsOf, type DescribedEndpoint, vocabularyFor } from './vocabulary.js';

/** The tool used in examples. */
const exampleTool = 'upper-case';

const description = `${productSentence}

Requests and responses are JSON in UTF-8. "Character" means a UTF-16 code unit (JavaScript's \`String.length\`) wherever the service itself counts; the lengths of options in schemas are code points, as JSON Schema has them.

Every error has the form \`{ "error": "<message>" }\`, or with \`Accept: application/problem+json\` that of RFC 9457. An unknown path gets 404 \`Not found\`, an unsupported method 405 \`Method not allowed\` with \`Allow\`. Responses never have rate-limit headers; a 429 has no \`Retry-After\`.

A request is checked in this order: route and method, burst limit of the address, key, origin, burst limit of the key, daily quota, content type, size, JSON, fields.

Every response has an \`x-request-id\`: the request's own if it is valid. For an allowed browser origin, responses of the operations, errors included, have \`Access-Control-Allow-Origin\`, \`-Headers\` and \`-Methods\`.`;

const tags: readonly Tag[] = [
  {
    name: 'Operations',
    description:
      'Operations on text. Each needs an API key and counts against the daily quota; only `getUsage` does not count.',
  },
  { name: 'Workflows', description: 'Workflows that an account has stored: `run` takes their names.' },
  { name: 'Agents', description: 'The same operations for AI agents, over the Model Context Protocol.' },
  {
    name: 'Tools',
    description: 'The catalogue of the tools that `run` chains. Public, and readable from every web page.',
  },
  {
    name: 'Audit',
    description: 'For the operator: who changed what. An owner sees the entries of the account.',
  },
  { name: 'Keys', description: 'For the operator: API keys, their browser origins, and account usage.' },
  {
    name: 'Account',
    description: 'What the owner of an account sees and changes: the keys and the usage of that account.',
  },
  { name: 'Sessions', description: 'Signed-in browsers, and the links that sign them in.' },
  { name: 'Operating', description: 'For the operator: health and metrics.' },
  { name: 'Reference', description: 'This description itself.' },
  { name: 'Console', description: 'Pages for people.' },
];

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A key that the operator created' },
  apiKeyAsBearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The same key as `Authorization: Bearer`. With `x-api-key` as well, both must hold the same key. Pages of other ' +
      'origins send `x-api-key`: CORS allows them no other field for the operations.',
  },
  adminToken: {
    type: 'apiKey',
    in: 'header',
    name: 'x-admin-token',
    description: "The operator's token: ADMIN_TOKEN, or the file admin-token in the data folder",
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'textmill-session-8080',
    description:
      'The cookie of a session over HTTP; its name ends in the port, unless that is 80. Only for pages of the gateway ' +
      'itself: a write needs the `Origin` of the gateway, or `Sec-Fetch-Site: same-origin`. A request with `x-admin-token` ' +
      'goes by the token alone.',
  },
  sessionOverHttps: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-textmill-session',
    description: 'The same cookie over HTTPS.',
  },
} as const;

/**
 * Returns the OpenAPI 3.1 document of the HTTP API. It comes from what the service itself uses: the schemas that
 * validate requests, the tools, the error tables, and the endpoints.
 *
 * @param version - of the API.
 */
export function openApiDocument(
  catalogue: Catalogue,
  version: string,
  endpoints: readonly DescribedEndpoint[],
): OpenApiDocument {
  const vocabulary = vocabularyFor(endpoints, catalogue.get(exampleTool) ?? [...catalogue.values()][0]);
  const errors = errorComponents(badRequestsOf(endpoints, vocabulary));
  const paths = Object.fromEntries(endpoints.map(({ path, describe }) => [path, describe(vocabulary)]));
  const own: Record<string, JsonSchema> = Object.assign({}, ...endpoints.map(({ schemas }) => schemas?.(vocabulary)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Textmill',
      version,
      summary: 'A JSON API that cleans and transforms text',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that serves this document' }],
    tags,
    paths: withHeads(paths, errors.responses),
    components: {
      schemas: {
        ...own,
        ...toolSchemas(catalogue),
        ...errors.schemas,
        Problem: problemSchema,
      },
      responses: errors.responses,
      headers,
      securitySchemes,
    },
  };
}

/** Adds HEAD to every path with GET: `headListKeys` beside `listKeys`. */
function withHeads(
  paths: Readonly<Record<string, PathItem>>,
  responses: Record<string, Response>,
): Record<string, PathItem> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      if (item.get === undefined) return [path, item];
      const { operationId } = item.get;
      const name = `head${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
      return [path, { ...item, head: headOf(item.get, name, responses) }];
    }),
  );
}
