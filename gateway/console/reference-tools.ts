import type { JsonSchema, OpenApiDocument } from '../openapi/types.js';
import { type Html, html } from './html.js';
import { resolved } from './reference-fields.js';
import { exampleFigure, optionsTable, type ToolExample } from './tool-parts.js';

interface ToolCategory {
  readonly name: string;
  readonly title: string;
}

/** The step of one tool in the document. */
interface ToolStep extends JsonSchema {
  readonly 'x-category': ToolCategory;
  readonly 'x-examples': readonly ToolExample[];
}

/** The categories of the tools, in the order of the document. */
export function toolCategories(document: OpenApiDocument): ToolCategory[] {
  const titles = new Map(stepsOf(document).map((step) => [step['x-category'].name, step['x-category'].title]));
  return [...titles].map(([name, title]) => ({ name, title }));
}

/** All tools with their options and examples, collapsed. */
export function toolSections(document: OpenApiDocument): Html {
  const steps = stepsOf(document);
  return html`<section aria-labelledby="tools">
<h2 id="tools">Options of the tools</h2>
<p>A step of <a class="link" href="#endpoint-run"><code>POST /v1/run</code></a> is the identifier of a tool, or an object
with its options: <code>{ "toolSlug": "trim-lines", "config": { "side": "end" } }</code>. These are the ${steps.length} tools.</p>
${toolCategories(document).map(
  ({ name, title }) => html`<h3 id="tools-${name}">${title}</h3>
${steps.filter((step) => step['x-category'].name === name).map((step) => toolDetails(step, document))}`,
)}</section>
`;
}

function stepsOf({ components: { schemas }, ...rest }: OpenApiDocument): ToolStep[] {
  const steps = schemas.ToolStep?.oneOf ?? [];
  return steps.map((step) => resolved(step, { components: { schemas }, ...rest } as OpenApiDocument) as ToolStep);
}

/** The anchor is inside: a link to it opens the tool (HTML standard, "ancestor revealing algorithm"). */
function toolDetails(step: ToolStep, document: OpenApiDocument): Html {
  const { toolSlug, config } = step.properties ?? {};
  return html`<details class="tool">
<summary><code>${String(toolSlug?.const)}</code> <span>${step.title}</span></summary>
<div id="tool-${String(toolSlug?.const)}">
<p>${step.description}</p>
${config && optionsTable(resolved(config, document))}${step['x-examples'].map(exampleFigure)}</div>
</details>
`;
}
