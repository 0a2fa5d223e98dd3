import { plainInput } from '#gateway/server/endpoints/openapi/schemas.js';
import type { JsonSchema, OpenApiDocument } from '#gateway/server/endpoints/openapi/types.js';
import { type Html, html } from '../html.js';
import { exampleFigure, optionsTable } from '../tool-parts.js';
import { resolved } from './fields.js';
import { categoryPath, home, type Site, toolsPath } from './site.js';
import { slugOf, type ToolCategory, type ToolStep } from './tool-steps.js';

/** What a step is, and the names of all tools, by category. */
export function toolList({ categories, groups }: Site): Html {
  const run = groups.find(({ endpoints }) => endpoints.some(({ operation }) => operation.operationId === 'run'));
  const count = categories.reduce((sum, { steps }) => sum + steps.length, 0);
  return html`<p>A step of <a href="${run?.path ?? home}#endpoint-run"><code>POST /v1/run</code></a> is the
identifier of a tool, or an object with its options:
<code>{ "toolSlug": "trim-lines", "config": { "side": "end" } }</code>. These are the ${count} tools.</p>
${categories.map(
  (category) => html`<section class="tool-group" aria-labelledby="tools-${category.name}">
<h3 id="tools-${category.name}"><a href="${categoryPath(category)}">${category.title}</a></h3>
<ul>${category.steps.map((step) => toolEntry(step, category))}</ul>
</section>
`,
)}`;
}

function toolEntry(step: ToolStep, category: ToolCategory): Html {
  const address = `${categoryPath(category)}#tool-${slugOf(step)}`;
  return html`<li id="tool-${slugOf(step)}" data-page="${address}"><a href="${address}"><code>${slugOf(step)}</code></a></li>
`;
}

/** The options and examples of the tools of a category. */
export function categoryContent({ title, steps }: ToolCategory, document: OpenApiDocument): Html {
  return html`<header class="page-head">
<p class="fine"><a href="${toolsPath}">Tools</a></p>
<h1>${title}</h1>
</header>
<ul class="on-page">${steps.map((step) => html`<li><a href="#tool-${slugOf(step)}"><code>${slugOf(step)}</code></a></li>`)}</ul>
${steps.map((step) => toolArticle(step, document))}`;
}

function toolArticle(step: ToolStep, document: OpenApiDocument): Html {
  const { config } = step.properties ?? {};
  const slug = slugOf(step);
  return html`<article class="tool" aria-labelledby="tool-${slug}">
<h2 id="tool-${slug}"><a href="#tool-${slug}"><code>${slug}</code></a> <span>${step.title}</span></h2>
<p>${step.description}</p>
<p><a href="/console/tools/${slug}">Open in the console</a></p>
${config && optionsTable(plainOptions(resolved(config, document)))}${step['x-examples'].map(exampleFigure)}</article>
`;
}

/** Returns the options as the tool declares them: with their types and defaults. */
function plainOptions(config: JsonSchema): JsonSchema {
  const { properties = {} } = config;
  const plain = Object.entries(properties).map(([name, option]) => [name, plainInput(option)] as const);
  return { ...config, properties: Object.fromEntries(plain) };
}
