import type { ErrorEntry } from '#gateway/server/endpoints/openapi/error-list.js';
import type { OpenApiDocument, Response } from '#gateway/server/endpoints/openapi/types.js';
import { type SearchEntry, searchKinds } from '../search-kinds.js';
import type { Endpoint } from './example-request.js';
import { fieldsOf, resolved } from './fields.js';
import { categoryPath, endpointId, home, type Site } from './site.js';
import { slugOf } from './tool-steps.js';

/** Returns everything that can be found in the reference. */
export function searchIndex(site: Site, errors: readonly ErrorEntry[]): SearchEntry[] {
  const kind = (name: (typeof searchKinds)[number]) => searchKinds.indexOf(name);
  const endpoints = site.groups.flatMap(({ endpoints: listed, preflights, path }) =>
    [...listed, ...preflights].map((endpoint) => ({ endpoint, address: `${path}#${endpointId(endpoint.operation)}` })),
  );
  const tools = site.categories.flatMap((category) =>
    category.steps.map((step) => ({ step, address: `${categoryPath(category)}#tool-${slugOf(step)}` })),
  );
  return [
    ...endpoints.map(({ endpoint: { method, path, operation }, address }): SearchEntry => {
      return [kind('Endpoint'), `${method} ${path}`, operation.summary, address];
    }),
    ...tools.map(({ step, address }): SearchEntry => {
      return [kind('Tool'), slugOf(step), `${step.title}: ${step.description}`, address];
    }),
    ...errors.map(({ code, title, sentences }): SearchEntry => {
      return [
        kind('Error'),
        code,
        [title, ...sentences.map(({ template }) => template)].join('. '),
        `${home}/errors#${code}`,
      ];
    }),
    ...endpoints.flatMap(({ endpoint, address }) =>
      fieldNames(endpoint, site.document).map(([name, description]): SearchEntry => {
        return [kind('Field'), name, `${endpoint.method} ${endpoint.path}: ${description}`, address];
      }),
    ),
    ...tools.flatMap(({ step, address }) => {
      const { config } = step.properties ?? {};
      const options = config === undefined ? {} : (resolved(config, site.document).properties ?? {});
      return Object.entries(options).map(([name, { description = '' }]): SearchEntry => {
        return [kind('Option'), name, `${slugOf(step)}: ${description}`, address];
      });
    }),
  ];
}

/** The parameters and fields of an endpoint with their descriptions, each name once. */
function fieldNames({ operation }: Endpoint, document: OpenApiDocument): [name: string, description: string][] {
  const bodies = [
    operation.requestBody?.content['application/json']?.schema,
    ...Object.entries(operation.responses)
      .filter(([status]) => status < '400')
      .map(([, response]) => (resolved(response, document) as Response).content?.['application/json']?.schema),
  ];
  const fields = bodies.flatMap((schema) => (schema === undefined ? [] : fieldsOf(schema, document)));
  const named = [...(operation.parameters ?? []), ...fields].map(
    ({ name, description }) => [name, description] as const,
  );
  return [...new Map(named.toReversed())].toReversed();
}
