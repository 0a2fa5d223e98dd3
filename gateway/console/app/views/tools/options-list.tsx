import { optionFacts } from '../../../option-facts.js';
import type { ConfigSchema } from '../../session/tool.js';

/** The options of a tool, each with its type, default and description. */
export function OptionsList({ properties, required = [] }: ConfigSchema) {
  const options = Object.entries(properties);
  if (options.length === 0) return <p class="fine">This tool has none.</p>;
  return (
    <dl class="option-list">
      {options.map(([name, schema]) => {
        const { type, description, fallback } = optionFacts(schema);
        return (
          <div key={name}>
            <dt>
              <code class="option-key">{name}</code>
            </dt>
            <dd class="option-takes">
              {type}
              {required.includes(name) && <em>required</em>}
              {fallback !== undefined && (
                <span>
                  default <code class="option-default">{fallback}</code>
                </span>
              )}
            </dd>
            <dd>{description}</dd>
          </div>
        );
      })}
    </dl>
  );
}
