import type { OpenApiDocument } from '#gateway/server/endpoints/openapi/types.js';
import { type Html, html } from '../html.js';
import { markdown } from '../markdown.js';
import { endpointArticle } from './endpoint.js';
import { endpointId, type Group, type Site, toolsPath } from './site.js';
import { toolList } from './tool-pages.js';

/** The endpoints of a group; below those of the catalogue, the tools themselves. */
export function groupContent(group: Group, site: Site, server: string): Html {
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
export function endpointList({ endpoints, preflights, path }: Group, isIndex = false): Html {
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
