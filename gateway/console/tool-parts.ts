import { type Html, html } from './html.js';
import { optionFacts } from './option-facts.js';

/** The JSON schema of a config, as far as it is shown. */
interface ConfigSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

export interface ToolExample {
  readonly input: string;
  readonly config?: object;
  readonly output: string;
}

/** What a tool can be told. Undefined if it has no options. */
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
}<div><pre aria-label="Input">${shown(input)}</pre><pre aria-label="Output">${shown(output)}</pre></div>
</figure>
`;
}

/** An HTML parser drops a line feed right behind `<pre>`; the empty text must be seen as one. */
function shown(text: string): Html {
  return text === '' ? html`<i>empty</i>` : html`${text.startsWith('\n') ? '\n' : ''}${text}`;
}
