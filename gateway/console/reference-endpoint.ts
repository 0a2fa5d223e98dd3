import type { Example, OpenApiDocument, OperationObject, Parameter, Response } from '../openapi/types.js';
import { curlCommand, type Endpoint } from './curl.js';
import { type Html, html } from './html.js';
import { inlineMarkdown, markdown } from './markdown.js';
import { optionFacts } from './option-facts.js';
import { type Field, fieldsOf, resolved } from './reference-fields.js';

/** The anchor of an endpoint. */
export function endpointId({ operationId }: OperationObject): string {
  return `endpoint-${operationId}`;
}

/** Everything about one endpoint. */
export function endpointArticle(endpoint: Endpoint, document: OpenApiDocument, server: string): Html {
  const { path, method, operation, hasHead } = endpoint;
  const { summary, description = '', parameters = [], requestBody } = operation;
  const id = endpointId(operation);
  const answers = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolved(response, document) as Response] as const,
  );
  const successes = answers.filter(([status]) => status < '400');
  const failures = answers.filter(([status]) => status >= '400');
  const body = requestBody?.content['application/json'];
  return html`<article aria-labelledby="${id}">
<h3 id="${id}"><a href="#${id}"><span class="method">${method}</span> <code>${path}</code></a> ${summary}</h3>
${markdown(description)}${neededSecret(operation)}${
  method === 'GET' &&
  hasHead &&
  html`<p class="note"><code>HEAD</code> returns the same without the body.</p>
`
}${parameterTable(parameters)}${
  body &&
  html`<h4>Request${requestBody?.required === false && ' (may be left out)'}</h4>
${fieldTable(fieldsOf(body.schema, document), 'request')}`
}${successes.map(([status, response]) => success(status, response, document))}${examplePairs(endpoint, document)}${
  method !== 'OPTIONS' &&
  html`<h4>With curl</h4>
<pre tabindex="0" class="command">${curlCommand(endpoint, document, server)}</pre>
`
}${errorTable(failures)}</article>
`;
}

function neededSecret({ security = [] }: OperationObject): Html {
  const names: Readonly<Record<string, string>> = { apiKey: 'x-api-key', adminToken: 'x-admin-token' };
  const [first] = security.flatMap((requirement) => Object.keys(requirement));
  return first === undefined
    ? html`<p class="note">Needs no key.</p>
`
    : html`<p class="note">Needs <a class="link" href="#keys-and-tokens"><code>${names[first] ?? first}</code></a>.</p>
`;
}

function parameterTable(parameters: readonly Parameter[]): Html | undefined {
  if (parameters.length === 0) return undefined;
  const fields = parameters.map(({ name, in: place, required = false, description, schema }) => {
    const { type, fallback } = optionFacts(schema);
    return { name, type: `${type}, in the ${place}`, need: required ? 'required' : '', fallback, description };
  });
  return html`<h4>Parameters</h4>
${fieldTable(fields, 'request')}`;
}

function success(status: string, response: Response, document: OpenApiDocument): Html {
  const schema = response.content?.['application/json']?.schema;
  const [mediaType] = Object.keys(response.content ?? {});
  return html`<h4>Answer ${status}: ${inlineMarkdown(response.description)}</h4>
${
  mediaType !== undefined &&
  mediaType !== 'application/json' &&
  html`<p><code>${mediaType}</code></p>
`
}${schema && fieldTable(fieldsOf(schema, document), 'answer')}`;
}

/** A response does not tell which fields a request may leave out. */
function fieldTable(fields: readonly Field[], of: 'request' | 'answer'): Html | undefined {
  if (fields.length === 0) return undefined;
  const third = of === 'request' && html`<th scope="col">Default</th>`;
  return html`<table class="${of}">
<thead><tr><th scope="col">Field</th><th scope="col">Value</th>${third}<th scope="col">Meaning</th></tr></thead>
<tbody>
${fields.map((field) => {
  const standard = of === 'request' && html`<td>${standardOf(field)}</td>`;
  return html`<tr><td><code>${field.name}</code></td><td>${linked(field.type)}</td>${standard}<td>${field.description}</td></tr>
`;
})}</tbody>
</table>
`;
}

function standardOf({ need, fallback }: Field): Html | undefined {
  if (need !== '') return html`<em>${need}</em>`;
  return fallback === undefined ? undefined : html`<code>${fallback}</code>`;
}

/** Formats a type. The name of the schema of steps links to the tools. */
function linked(type: string): Html {
  const parts = type.split(/\bStep\b/).map((part) => html`${part}`);
  return html`${parts.flatMap((part, index) => (index === 0 ? [part] : [html`<a class="link" href="#tools">Step</a>`, part]))}`;
}

/** Requests and their responses side by side. */
function examplePairs({ operation }: Endpoint, document: OpenApiDocument): Html[] {
  const requests = operation.requestBody?.content['application/json']?.examples ?? {};
  const answers = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => (resolved(response, document) as Response).content?.['application/json']?.examples ?? {});
  const all = Object.assign({}, ...answers) as Readonly<Record<string, Example>>;
  return Object.keys({ ...requests, ...all }).map((name) => {
    const [request, answer] = [requests[name], all[name]];
    return html`<figure>
<figcaption>${request?.summary ?? answer?.summary}</figcaption>
<div class="${request === undefined ? 'one' : 'pair'}">${request && json('Request', request)}${answer && json('Answer', answer)}</div>
</figure>
`;
  });
}

function json(label: string, { value }: Example): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}">${JSON.stringify(value, undefined, 2)}</pre>`;
}

function errorTable(failures: readonly (readonly [string, Response])[]): Html {
  const rows = failures.flatMap(([status, { content = {} }]) =>
    Object.values(content['application/json']?.examples ?? {}).map(
      ({
        summary,
        value,
      }) => html`<tr><td>${status}</td><td><code>${(value as { error: string }).error}</code></td><td>${summary}</td></tr>
`,
    ),
  );
  const statuses = failures.map(([status]) => status).join(', ');
  return html`<details>
<summary>Errors: ${statuses}</summary>
<table class="errors">
<thead><tr><th scope="col">Status</th><th scope="col">Message</th><th scope="col">When</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</details>
`;
}
