import type {
  Example,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Response,
} from '#gateway/server/endpoints/openapi/types.js';
import { type Html, html } from '../html.js';
import { inlineMarkdown, markdown } from '../markdown.js';
import { optionFacts } from '../option-facts.js';
import { languages } from './code-examples.js';
import {
  type Endpoint,
  exampleRequest,
  firstExample,
  hasCodeExamples,
  isForSessionsOnly,
  successOf,
} from './example-request.js';
import { type Field, fieldsOf, resolved } from './fields.js';
import { endpointId, home, toolsPath } from './site.js';

/** Everything about one endpoint: what it is on the left, how to use it on the right. */
export function endpointArticle(endpoint: Endpoint, document: OpenApiDocument, server: string): Html {
  const { path, method, operation, hasHead } = endpoint;
  const { summary, description = '', parameters = [], requestBody } = operation;
  const id = endpointId(operation);
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolved(response, document) as Response] as const,
  );
  const successes = responses.filter(([status]) => status < '400');
  const failures = responses.filter(([status]) => status >= '400');
  const body = requestBody?.content['application/json'];
  return html`<article class="endpoint" aria-labelledby="${id}">
<h2 id="${id}"><a href="#${id}"><span class="method">${method}</span> <code>${path}</code></a> <span>${summary}</span></h2>
<div class="columns">
<div class="about">
${markdown(description)}${neededSecret(operation)}${
  method === 'GET' &&
  hasHead &&
  html`<p class="note"><code>HEAD</code> returns the same without the body.</p>
`
}${parameterTable(parameters)}${
  body &&
  html`<h3>Request${requestBody?.required === false && ' (may be left out)'}</h3>
${fieldTable(fieldsOf(body.schema, document), 'request')}`
}${successes.map(([status, response]) => success(status, response, document))}${errorTable(failures)}</div>
<div class="samples">
${hasCodeExamples(endpoint, document) && codeExamples(endpoint, document, server)}${tryForm(endpoint, document)}${examplePairs(endpoint, document)}</div>
</div>
</article>
`;
}

/** How each scheme is called in a sentence; the cookie has one name for HTTP and one for HTTPS. */
const secretNames: Readonly<Record<string, string>> = {
  apiKey: 'an API key',
  apiKeyAsBearer: 'an API key',
  adminToken: 'the admin token',
  session: 'a session',
  sessionOverHttps: 'a session',
};

function neededSecret({ security = [] }: OperationObject): Html {
  const alternatives = security.map((requirement) => Object.keys(requirement)[0]);
  const names = new Set(alternatives.flatMap((name) => (name === undefined ? [] : (secretNames[name] ?? name))));
  if (names.size === 0) {
    return html`<p class="note">Needs no key.</p>
`;
  }
  const isOptional = alternatives.includes(undefined);
  const link = html`<a href="${home}#keys-and-tokens">${[...names].join(' or ')}</a>`;
  return html`<p class="note">${isOptional ? 'Takes' : 'Needs'} ${link}${isOptional && ', but does not always need it'}.</p>
`;
}

function parameterTable(parameters: readonly Parameter[]): Html | undefined {
  if (parameters.length === 0) return undefined;
  const fields = parameters.map(({ name, in: place, required = false, description, schema }) => {
    const { type, fallback } = optionFacts(schema);
    return { name, type: `${type}, in the ${place}`, need: required ? 'required' : '', fallback, description };
  });
  return html`<h3>Parameters</h3>
${fieldTable(fields, 'request')}`;
}

function success(status: string, response: Response, document: OpenApiDocument): Html {
  const schema = response.content?.['application/json']?.schema;
  const [mediaType] = Object.keys(response.content ?? {});
  return html`<h3>Response ${status}: ${inlineMarkdown(response.description)}</h3>
${
  mediaType !== undefined &&
  mediaType !== 'application/json' &&
  html`<p><code>${mediaType}</code></p>
`
}${schema && fieldTable(fieldsOf(schema, document), 'response')}`;
}

/** A response does not tell which fields a request may leave out. */
function fieldTable(fields: readonly Field[], of: 'request' | 'response'): Html | undefined {
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
  const link = html`<a href="${toolsPath}">Step</a>`;
  return html`${parts.flatMap((part, index) => (index === 0 ? [part] : [link, part]))}`;
}

/** The first example in every language. Without script, too, the radio buttons choose one of them. */
function codeExamples(endpoint: Endpoint, document: OpenApiDocument, server: string): Html {
  const request = exampleRequest(endpoint, document, server);
  const group = `language-${endpoint.operation.operationId}`;
  return html`<div class="code">
<fieldset class="choice languages">
<legend class="off-screen">Language of the example</legend>
${languages.map(
  (
    { name, title },
    index,
  ) => html`<label><input type="radio" name="${group}" value="${name}" autocomplete="off"${index === 0 && ' checked'}>${title}</label>
`,
)}</fieldset>
${languages.map(
  ({
    name,
    title,
    code,
  }) => html`<pre tabindex="0" role="group" aria-label="Example in ${title}" data-language="${name}">${code(request)}</pre>
`,
)}</div>
`;
}

/** Requests and their responses. */
function examplePairs({ operation }: Endpoint, document: OpenApiDocument): Html[] {
  const requests = operation.requestBody?.content['application/json']?.examples ?? {};
  const responses = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => (resolved(response, document) as Response).content?.['application/json']?.examples ?? {});
  const all = Object.assign({}, ...responses) as Readonly<Record<string, Example>>;
  return Object.keys({ ...requests, ...all }).map((name) => {
    const [request, response] = [requests[name], all[name]];
    return html`<figure>
<figcaption>${request?.summary ?? response?.summary}</figcaption>
${request && json('Request', request)}${response && json('Response', response)}</figure>
`;
  });
}

function json(label: string, { value }: Example): Html {
  return html`<div class="sample"><span class="fine">${label}</span><pre tabindex="0" role="group" aria-label="${label}">${JSON.stringify(value, undefined, 2)}</pre></div>
`;
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

/**
 * A form that sends a request to this gateway. Only the script can send it, so it is hidden until that shows it. There
 * is none for preflights, which browsers send themselves, and for pages.
 */
function tryForm(endpoint: Endpoint, document: OpenApiDocument): Html | undefined {
  const { path, method, operation } = endpoint;
  const success = successOf(operation, document);
  const isPage = Object.keys(success.content ?? {}).some((type) => /^(text\/html|image\/)/.test(type));
  if (method === 'OPTIONS' || isPage || success.content === undefined) return undefined;
  const isForSessions = isForSessionsOnly(operation, document);
  const secret = isForSessions ? undefined : exampleRequest(endpoint, document, '').secret;
  const body = operation.requestBody && firstExample(operation.requestBody.content)?.value;
  return html`<details class="try" hidden>
<summary>Try it</summary>
<form class="stack" data-method="${method}" data-path="${path}">
${
  isForSessions &&
  html`<p class="fine">Sent with your session, if you are signed in to the console.</p>
`
}${
  secret &&
  html`<label class="field"><span>${secret.variable === 'TOKEN' ? 'Admin token' : 'API key'}, sent as <code>${secret.header}</code>; not needed while you are signed in to the console</span>
<input type="password" name="secret" data-header="${secret.header}" data-prefix="${secret.prefix}" data-secret="${secret.variable}" autocomplete="off"></label>
`
}${(operation.parameters ?? []).map(
  ({ name, in: place, example }) => html`<label class="field"><span><code>${name}</code>, in the ${place}</span>
<input name="${name}" data-in="${place}"${place === 'path' && ' required'} value="${example === undefined ? '' : String(example)}" autocomplete="off" spellcheck="false"></label>
`,
)}${
  operation.requestBody &&
  html`<label class="field"><span>Body</span>
<textarea name="body" rows="8" spellcheck="false">
${body === undefined ? '' : JSON.stringify(body, undefined, 2)}</textarea></label>
`
}<button type="submit" class="button primary">Send</button>
</form>
<div class="outcome" role="status"></div>
</details>
`;
}
