import type { OpenApiDocument } from '../openapi/types.js';
import { type Endpoint, secretHeader } from './curl.js';
import { type Html, html } from './html.js';
import { inlineMarkdown, markdown } from './markdown.js';
import { endpointArticle, endpointId } from './reference-endpoint.js';
import { referenceStyle, styleSource } from './reference-style.js';
import { toolCategories, toolSections } from './reference-tools.js';

/**
 * The headers of the page. It needs only its own style sheet, so nothing else is allowed: HTML that escaped the
 * escaping could not run, load, send or be framed.
 */
export const pageHeaders: readonly string[] = [
  'Content-Security-Policy',
  `default-src 'none'; style-src ${styleSource}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
];

/** The address of a gateway with the default settings. */
export const defaultServer = 'http://127.0.0.1:8080';

/**
 * Returns the reference of the HTTP API as one HTML page, from its OpenAPI document: no script, no other file.
 *
 * @param server - the origin in the commands.
 */
export function referencePage(document: OpenApiDocument, server = defaultServer): string {
  const { info, tags } = document;
  const endpoints = endpointsOf(document);
  const ofTag = (tag: string) => endpoints.filter(({ operation }) => operation.tags.includes(tag));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}: the HTTP API</title>
<style>${referenceStyle}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Contents">
<p class="brand"><a href="#content">${info.title}</a></p>
<p>HTTP API ${info.version}</p>
<ul><li><a href="#keys-and-tokens">Keys and tokens</a></li></ul>
${tags.map(
  ({ name }) => html`<p class="group"><a href="#${tagId(name)}">${name}</a></p>
<ul>${ofTag(name).map(contentsEntry)}</ul>
`,
)}<p class="group"><a href="#tools">Options of the tools</a></p>
<ul>${toolCategories(document).map(({ name, title }) => html`<li><a href="#tools-${name}">${title}</a></li>`)}</ul>
</nav>
<main id="content" tabindex="-1">
<header>
<h1>${info.title}: the HTTP API</h1>
${markdown(info.description)}<p>The same for programs: <a class="link" href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
</header>
${keysAndTokens(document, server)}${tags.map(
  ({ name, description }) => html`<section aria-labelledby="${tagId(name)}">
<h2 id="${tagId(name)}">${name}</h2>
${markdown(description)}${ofTag(name).map((endpoint) => endpointArticle(endpoint, document, server))}</section>
`,
)}${toolSections(document)}</main>
</body>
</html>
`.text;
}

/** All methods but HEAD, which is documented with GET. */
function endpointsOf({ paths }: OpenApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation, hasHead: 'head' in item })),
  );
}

function contentsEntry({ path, method, operation }: Endpoint): Html {
  return html`<li><a href="#${endpointId(operation)}"><span class="method">${method}</span> ${path}</a></li>`;
}

function keysAndTokens({ components }: OpenApiDocument, server: string): Html {
  const rows = Object.values(components.securitySchemes).map(
    (
      scheme,
    ) => html`<tr><td><code>${secretHeader(scheme)}</code></td><td>${inlineMarkdown(scheme.description)}</td></tr>
`,
  );
  return html`<section aria-labelledby="keys-and-tokens">
<h2 id="keys-and-tokens">Keys and tokens</h2>
<table class="two">
<thead><tr><th scope="col">Header</th><th scope="col">Contents</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
<p>The commands on this page have the API key in <code>$KEY</code>, the admin token in <code>$TOKEN</code>, and the
identifier of a key or account in <code>$ID</code>. They send requests to <code>${server}</code>: the address that the
operator has set as PUBLIC_URL, or the one under which you have opened this page.</p>
</section>
`;
}

function tagId(name: string): string {
  return `about-${name.toLowerCase()}`;
}
