import type { OpenApiDocument } from '#gateway/server/endpoints/openapi/types.js';
import { type Html, html } from '../html.js';
import { inlineMarkdown, markdown } from '../markdown.js';
import { secretHeader } from './example-request.js';
import { endpointList } from './group-page.js';
import { groupId, type Site, toolsPath } from './site.js';
import { toolList } from './tool-pages.js';

/**
 * The first page: what all requests have in common, and lists of all endpoints and tools. The anchors in the lists keep
 * links to the time when everything was on this page; the script follows them further.
 */
export function overviewContent(site: Site, server: string): Html {
  const { info } = site.document;
  return html`<header class="page-head">
<h1>${info.title}: the HTTP API</h1>
${markdown(info.description)}<p>The same for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
</header>
${keysAndTokens(site.document, server)}${site.groups.map(
  (group) => html`<section aria-labelledby="${groupId(group)}">
<h2 id="${groupId(group)}"><a href="${group.path}">${group.name}</a></h2>
${markdown(group.description)}${endpointList(group, true)}</section>
`,
)}<section aria-labelledby="tools">
<h2 id="tools"><a href="${toolsPath}">Options of the tools</a></h2>
${toolList(site)}</section>
`;
}

function keysAndTokens({ components }: OpenApiDocument, server: string): Html {
  const rows = Object.values(components.securitySchemes).map((scheme) => {
    const { header, prefix } = secretHeader(scheme);
    return html`<tr><td><code>${header}${prefix && `: ${prefix.trim()}`}</code></td><td>${inlineMarkdown(scheme.description)}</td></tr>
`;
  });
  return html`<section aria-labelledby="keys-and-tokens">
<h2 id="keys-and-tokens">Keys and tokens</h2>
<table class="two">
<thead><tr><th scope="col">Header</th><th scope="col">Contents</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
<p>The examples have the API key in the environment variable <code>KEY</code>, the admin token in <code>TOKEN</code>, and
the identifier of a key or account in <code>ID</code>. Those in curl have the headers in the files
<code>key-header</code> and <code>token-header</code>, since every user of a machine can see the arguments of programs:
<code>(umask 077; echo "x-api-key: $KEY" &gt; key-header; echo "x-admin-token: $TOKEN" &gt; token-header)</code>. Those in
Python need the package <code>requests</code>, the others nothing else. They send requests to <code>${server}</code>: the address that the operator has set as PUBLIC_URL, or the
one under which you have opened this page.</p>
</section>
`;
}
