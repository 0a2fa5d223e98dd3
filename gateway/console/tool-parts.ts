import { type Html, html } from './html.js';
import { optionFacts } from './option-facts.js';

/** The used part of a config's JSON schema. */
interface ConfigSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

export interface ToolExample {
  readonly input: string;
  readonly config?: object;
  readonly output: string;
}

/** The options of a tool; undefined without any. */
export function optionsTable(config: ConfigSchema): Html | undefined {
  const options = Object.entries(config.properties ?? {});
  if (options.length === 0) return undefined;
  const required = new Set(config.required);
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

/** The text before and after a tool, side by side. */
export function exampleFigure({ input, config, output }: ToolExample): Html {
  const settings = config === undefined || Object.keys(config).length === 0 ? undefined : JSON.stringify(config);
  return html`<figure>
${
  settings &&
  html`<figcaption><code>${settings}</code></figcaption>
`
}<div><pre tabindex="0" role="group" aria-label="Input">${shown(input)}</pre><pre tabindex="0" role="group" aria-label="Output">${shown(output)}</pre></div>
</figure>
`;
}

/** An HTML parser drops a line feed after `<pre>`. An empty text must be visible as such. */
function shown(text: string): Html {
  return text === '' ? html`<i>empty</i>` : html`${text.startsWith('\n') ? '\n' : ''}${text}`;
}
