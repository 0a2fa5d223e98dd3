import { logoPath, logoSize, productClaim, productName, productSentence } from '#gateway/core/brand.js';
import { type Html, html } from '../html.js';
import { categoryPath, endpointId, type Group, home, type Site, toolsPath } from './site.js';

/** The files that every page loads, by their addresses. */
export interface Assets {
  readonly style: string;
  readonly script: string;
  /** Runs before the page appears. */
  readonly theme: string;
}

export interface FramedPage {
  readonly title: string;
  /** The address of the page. */
  readonly path: string;
  /** Further entries below the page's own in the navigation. */
  readonly entries?: Html;
  readonly content: Html;
}

const errorsPath = `${home}/errors`;

/** Puts the content of a page between the header and the navigation that all pages share. */
export function framed({ title, path, entries, content }: FramedPage, site: Site, assets: Assets): string {
  const { version } = site.document.info;
  const link = (to: string, text: string) =>
    html`<a href="${to}"${to === path && html` aria-current="page"`}>${text}</a>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${productSentence}">
<title>${title} · ${productName} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.theme}"></script>
<script type="module" src="${assets.script}"></script>
</head>
<body class="reference">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="${home}"><svg class="logo" viewBox="0 0 ${logoSize} ${logoSize}" aria-hidden="true" focusable="false"><path d="${logoPath}"/></svg>
<span>${productName} <span class="claim">${productClaim}</span></span></a>
<search class="search" hidden>
<input type="text" role="combobox" aria-label="Search the reference" aria-expanded="false" aria-controls="found" aria-autocomplete="list" placeholder="Search" autocomplete="off" spellcheck="false">
<kbd aria-hidden="true">/</kbd>
<div class="found" id="found" role="listbox" aria-label="Results" hidden></div>
<p class="off-screen" role="status"></p>
</search>
<div class="top-actions">
<a class="button quiet" href="/console/">Console</a>
<button type="button" class="button quiet theme-switch" title="Change the colours of the page" hidden><svg viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13ZM8 3v10a5 5 0 0 1 0-10Z"/></svg>
<span class="off-screen">Theme: </span><span></span></button>
</div>
</header>
<div class="reference-body">
<nav class="side" aria-label="Contents">
<ul>
<li>${link(home, 'Overview')}</li>
${site.groups.map(
  (group) => html`<li>${link(group.path, group.name)}
<ul>${group.endpoints.map((endpoint) => endpointEntry(endpoint, group))}${
    group.path === toolsPath &&
    site.categories.map(
      (category) => html`<li>${link(categoryPath(category), category.title)}</li>
`,
    )
  }</ul></li>
`,
)}<li>${link(errorsPath, 'Errors')}${path === errorsPath && entries}</li>
</ul>
<p class="fine"><a href="/openapi.json">openapi.json</a>, version ${version}</p>
</nav>
<main id="content" tabindex="-1">
${content}</main>
</div>
</body>
</html>
`.text;
}

function endpointEntry({ path, method, operation }: Group['endpoints'][number], group: Group): Html {
  return html`<li><a href="${group.path}#${endpointId(operation)}"><span class="method">${method}</span> ${path}</a></li>
`;
}
