import type { Catalogue, CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { byCategory } from '#engine/catalogue/categories.js';
import { logoPath, logoSize, productClaim, productName } from '#gateway/core/brand.js';
import { type Html, html } from './html.js';
import { exampleFigure, optionsTable } from './tool-parts.js';
import { toolsPageStyle } from './tools-page-style.js';

/** Where the page of all tools is one of a site. */
export interface ToolsPageSite {
  /** The address of its style sheet. */
  readonly style: string;
  /** The address of the playground. */
  readonly playground: string;
}

/** Returns the reference of all tools as one HTML page without scripts, and without other files unless a site has them. */
export function toolsPage(catalogue: Catalogue, site?: ToolsPageSite): string {
  const sections = byCategory(catalogue.values());
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${productName}: all tools</title>
${site === undefined ? html`<style>${toolsPageStyle}</style>` : html`<link rel="stylesheet" href="${site.style}">`}
</head>
<body>
<nav aria-label="Tools">
<div class="brand"><svg viewBox="0 0 ${logoSize} ${logoSize}" aria-hidden="true" focusable="false"><path d="${logoPath}"/></svg>
<div><h1>${productName}</h1>
<p>${productClaim}</p></div></div>
<p>${site === undefined ? html`${catalogue.size} tools of <code>POST /v1/run</code>` : html`${catalogue.size} tools: <a href="${site.playground}">try them</a>`}</p>
${sections.map(
  (section) => html`<h2><a href="#${section.name}">${section.title}</a></h2>
<ul>${section.entries.map(({ tool }) => html`<li><a href="#${tool.slug}">${tool.slug}</a></li>`)}</ul>
`,
)}</nav>
<main>
${sections.map(
  (section) => html`<section>
<h2 id="${section.name}">${section.title}</h2>
${section.entries.map(toolArticle)}</section>
`,
)}</main>
</body>
</html>
`.text;
}

function toolArticle({ tool }: CatalogueEntry): Html {
  return html`<article id="${tool.slug}">
<h3><a href="#${tool.slug}">${tool.title}</a> <code>${tool.slug}</code></h3>
<p>${tool.description}</p>
${optionsTable(tool.config)}${tool.examples.map(exampleFigure)}</article>
`;
}
