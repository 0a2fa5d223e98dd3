import type { Catalogue, CatalogueEntry } from '../../engine/catalogue.js';
import { byCategory } from './categories.js';
import { type Html, html } from './html.js';
import { optionFacts } from './option-facts.js';
import { toolsPageStyle } from './tools-page-style.js';

/** The reference of all tools as one HTML page that needs nothing else: no script, no other file, no network. */
export function toolsPage(catalogue: Catalogue): string {
  const sections = byCategory(catalogue);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Textmill: all tools</title>
<style>${toolsPageStyle}</style>
</head>
<body>
<nav aria-label="Tools">
<h1>Textmill</h1>
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
  const options = Object.entries(tool.config.properties);
  return html`<article id="${tool.slug}">
<h3><a href="#${tool.slug}">${tool.title}</a> <code>${tool.slug}</code></h3>
<p>${tool.description}</p>
${options.length > 0 ? optionsTable(tool, options) : undefined}${tool.examples.map(exampleFigure)}</article>
`;
}

function optionsTable({ config }: CatalogueEntry['tool'], options: readonly [string, object][]): Html {
  const required = new Set((config.required ?? []) as readonly string[]);
  return html`<table>
<thead><tr><th>Option</th><th>Value</th><th>Default</th><th>Meaning</th></tr></thead>
<tbody>
${options.map(([name, schema]) => {
  const { type, description, fallback } = optionFacts(schema);
  const standard = required.has(name) ? html`<em>required</em>` : fallback && html`<code>${fallback}</code>`;
  return html`<tr><td><code>${name}</code></td><td>${type}</td><td>${standard}</td><td>${description}</td></tr>
`;
})}</tbody>
</table>
`;
}

function exampleFigure({ input, config, output }: CatalogueEntry['tool']['examples'][number]): Html {
  const settings = config === undefined || Object.keys(config).length === 0 ? undefined : JSON.stringify(config);
  return html`<figure>
${
  settings &&
  html`<figcaption><code>${settings}</code></figcaption>
`
}<div><pre aria-label="Input">${shown(input)}</pre><pre aria-label="Output">${shown(output)}</pre></div>
</figure>
`;
}

/** An HTML parser drops a line feed right behind `<pre>`; the empty text must be seen as one. */
function shown(text: string): Html {
  return text === '' ? html`<i>empty</i>` : html`${text.startsWith('\n') ? '\n' : ''}${text}`;
}
