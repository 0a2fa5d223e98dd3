import type { Catalogue, CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { byCategory } from '#engine/catalogue/categories.js';
import { logoPath, logoSize, productClaim, productName } from '#gateway/core/brand.js';
import { type Html, html } from './html.js';
import { exampleFigure, optionsTable } from './tool-parts.js';
import { toolsPageStyle } from './tools-page-style.js';

/** Returns the reference of all tools as one HTML page without scripts, other files or network. */
export function toolsPage(catalogue: Catalogue): string {
  const sections = byCategory(catalogue.values());
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${productName}: all tools</title>
<style>${toolsPageStyle}</style>
</head>
<body>
<nav aria-label="Tools">
<div class="brand"><svg viewBox="0 0 ${logoSize} ${logoSize}" aria-hidden="true" focusable="false"><path d="${logoPath}"/></svg>
<div><h1>${productName}</h1>
<p>${productClaim}</p></div></div>
<p>${catalogue.size} tools of <code>POST /v1/run</code></p>
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
