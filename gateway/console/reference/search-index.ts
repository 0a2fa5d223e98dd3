import type { ErrorEntry } from '#gateway/server/endpoints/openapi/error-list.js';
import type { OpenApiDocument, Response } from '#gateway/server/endpoints/openapi/types.js';
import { type SearchFile, searchKinds } from '../search-kinds.js';
import type { Endpoint } from './example-request.js';
import { fieldsOf, resolved } from './fields.js';
import { categoryPath, endpointId, home, type Site } from './site.js';
import { slugOf } from './tool-steps.js';

/** Returns everything that can be found in the reference. */
export function searchIndex(site: Site, errors: readonly ErrorEntry[]): SearchFile {
  const texts = new Map<string, number>();
  const textNumber = (text: string): number => {
    const number = texts.get(text) ?? texts.size;
    texts.set(text, number);
    return number;
  };
  const numbered = (members: readonly (readonly [name: string, description: string])[]) =>
    members.map(([name, description]) => [name, textNumber(description)] as const);
  const kind = (name: (typeof searchKinds)[number]) => searchKinds.indexOf(name);
  const endpoints = site.groups.flatMap(({ endpoints: listed, preflights, path }) =>
    [...listed, ...preflights].map((endpoint) => {
      const { method, operation } = endpoint;
      const address = `${path}#${endpointId(operation)}`;
      const fields = numbered(fieldNames(endpoint, site.document));
      return [kind('Endpoint'), `${method} ${endpoint.path}`, operation.summary, address, fields] as const;
    }),
  );
  const tools = site.categories.flatMap((category) =>
    category.steps.map((step) => {
      const { config } = step.properties ?? {};
      const options = config === undefined ? {} : (resolved(config, site.document).properties ?? {});
      const described = Object.entries(options).map(([name, { description = '' }]) => [name, description] as const);
      const address = `${categoryPath(category)}#tool-`;
      return [kind('Tool'), slugOf(step), `${step.title}: ${step.description}`, address, numbered(described)] as const;
    }),
  );
  const refusals = errors.map(({ code, title, sentences }) => {
    const details = [title, ...sentences.map(({ template }) => template)].join('. ');
    return [kind('Error'), code, details, `${home}/errors#`, []] as const;
  });
  return { entries: [...endpoints, ...tools, ...refusals], texts: [...texts.keys()] };
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
