import type { ErrorEntry } from '#gateway/server/endpoints/openapi/error-list.js';
import { detailMembers } from '#gateway/server/endpoints/openapi/problem-schema.js';
import type { OpenApiDocument } from '#gateway/server/endpoints/openapi/types.js';
import { type Html, html } from '../html.js';
import { inlineMarkdown, markdown } from '../markdown.js';
import { endpointArticle } from './endpoint.js';
import { secretHeader } from './example-request.js';
import { type Assets, type FramedPage, framed } from './frame.js';
import { searchIndex } from './search-index.js';
import { categoryPath, endpointId, type Group, groupId, home, type Site, siteOf, toolsPath } from './site.js';
import { categoryContent, toolList } from './tool-pages.js';

/** The file that the script of the pages searches. */
const searchFile = `${home}/search.json`;

/** The reference of the HTTP API as pages of HTML, from its OpenAPI document. They are readable without script. */
export class Reference {
  readonly #site: Site;
  readonly #errors: readonly ErrorEntry[];
  readonly #assets: Assets;
  /** What makes each page, by its address. @param server - the origin in the examples. */
  readonly #pages: ReadonlyMap<string, (server: string) => Omit<FramedPage, 'path'>>;

  constructor(document: OpenApiDocument, errors: readonly ErrorEntry[], assets: Assets) {
    const site = siteOf(document);
    this.#site = site;
    this.#errors = errors;
    this.#assets = assets;
    this.#pages = new Map([
      [home, (server: string) => ({ title: 'Overview', content: overviewContent(site, server) })],
      ...site.groups.map(
        (group) =>
          [
            group.path,
            (server: string) => ({ title: group.name, content: groupContent(group, site, server) }),
          ] as const,
      ),
      ...site.categories.map(
        (category) =>
          [
            categoryPath(category),
            () => ({ title: category.title, content: categoryContent(category, document) }),
          ] as const,
      ),
      [
        `${home}/errors`,
        () => ({ title: 'Errors', entries: errorEntries(errors), content: errorsContent(errors) }),
      ] as const,
    ]);
  }

  /** The addresses of all pages. */
  get paths(): readonly string[] {
    return [...this.#pages.keys()];
  }

  /**
   * Returns the page at an address; undefined if there is none.
   *
   * @param server - the origin in the examples.
   */
  page(path: string, server: string): string | undefined {
    const made = this.#pages.get(path)?.(server);
    return made && framed({ ...made, path }, this.#site, this.#assets);
  }

  /** Returns what the search finds, if the address is that of its file. */
  searchIndex(path: string): string | undefined {
    return path === searchFile ? JSON.stringify(searchIndex(this.#site, this.#errors)) : undefined;
  }
}

/** The codes in the navigation. */
function errorEntries(errors: readonly ErrorEntry[]): Html {
  return html`
<ul>${errors.map(
    ({ code }) => html`<li><a href="#${code}">${code}</a></li>
`,
  )}</ul>`;
}

/** Explains every error code, each at its anchor: what the `type` of an error leads to. */
function errorsContent(errors: readonly ErrorEntry[]): Html {
  return html`<header class="page-head">
<h1>Errors</h1>
<p>Every error has a code, which never changes. The sentence is for people, and the same in both forms of the body:
<code>{ "error": "…" }</code>, or for requests whose <code>Accept</code> names <code>application/problem+json</code> the
form of RFC 9457, with the code as <code>code</code>, the sentence as <code>detail</code>, and what the sentence names as
members of their own.</p>
</header>
${errors.map(errorArticle)}<section aria-labelledby="members">
<h2 id="members">Members</h2>
<table class="two">
<thead><tr><th scope="col">Member</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${Object.entries(detailMembers).map(
  ([name, { description = '' }]) => html`<tr><td><code>${name}</code></td><td>${inlineMarkdown(description)}</td></tr>
`,
)}</tbody>
</table>
</section>
`;
}

function errorArticle({ code, status, title, sentences, members }: ErrorEntry): Html {
  return html`<article class="error" aria-labelledby="${code}">
<h2 id="${code}"><a href="#${code}"><span class="method">${status}</span> <code>${code}</code></a> <span>${title}</span></h2>
<table class="two">
<thead><tr><th scope="col">Sentence</th><th scope="col">When</th></tr></thead>
<tbody>
${sentences.map(
  ({ template, when }) => html`<tr><td><code>${template}</code></td><td>${inlineMarkdown(when)}</td></tr>
`,
)}</tbody>
</table>
${
  members.length > 0 &&
  html`<p>Members: ${members.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}</p>
`
}</article>
`;
}

/**
 * The first page: what all requests have in common, and lists of all endpoints and tools. The anchors in the lists keep
 * links to the time when everything was on this page; the script follows them further.
 */
function overviewContent(site: Site, server: string): Html {
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

/** The endpoints of a group; below those of the catalogue, the tools themselves. */
function groupContent(group: Group, site: Site, server: string): Html {
  const { name, description, endpoints, preflights, path } = group;
  const { document } = site;
  return html`<header class="page-head">
<h1>${name}</h1>
${markdown(description)}</header>
${endpointList(group)}${endpoints.map((endpoint) => endpointArticle(endpoint, document, server))}${
  preflights.length > 0 && foldedPreflights(preflights, document, server)
}${
  path === toolsPath &&
  html`<section aria-labelledby="tools">
<h2 id="tools">All tools</h2>
${toolList(site)}</section>
`
}`;
}

/** The endpoints of a group in one line each. @param isIndex - whether the anchors of the endpoints are here. */
function endpointList({ endpoints, preflights, path }: Group, isIndex = false): Html {
  const listed = isIndex ? [...endpoints, ...preflights] : endpoints;
  return html`<ul class="endpoint-list">
${listed.map(({ method, path: ofEndpoint, operation }) => {
  const id = endpointId(operation);
  const anchor = isIndex && html` id="${id}" data-page="${path}#${id}"`;
  const isFolded = isIndex && method === 'OPTIONS';
  return html`<li${anchor}${isFolded && html` class="folded"`}><a href="${path}#${id}"><span class="method">${method}</span> <code>${ofEndpoint}</code></a> <span>${operation.summary}</span></li>
`;
})}</ul>
`;
}

/** Browsers open the element when a link leads into it (HTML standard, "ancestor revealing algorithm"). */
function foldedPreflights(preflights: Group['preflights'], document: OpenApiDocument, server: string): Html {
  return html`<details class="preflights">
<summary>OPTIONS: preflights that browsers send themselves</summary>
<div>${preflights.map((endpoint) => endpointArticle(endpoint, document, server))}</div>
</details>
`;
}
