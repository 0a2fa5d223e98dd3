import { useState } from 'preact/hooks';
import type { Config, ConfigSchema } from '../session/tool.js';
import { OptionField } from './option-field.js';
import { valueIn, withOption } from './values.js';

export interface OptionsFormProps {
  readonly schema: ConfigSchema;
  /** Missing options have their defaults. */
  readonly value: Config;
  /**
   * Called at each change with the values on the screen, even invalid ones: see `configProblems`. They must come back
   * as `value` with the next rendering.
   */
  readonly onChange: (value: Config) => void;
  /** Errors of the gateway about options, by name. */
  readonly problems?: ReadonlyMap<string, string>;
  /** Whether problems are not shown yet. */
  readonly isQuiet?: boolean;
}

const none: ReadonlyMap<string, string> = new Map();

/** A form made from the schema of a tool's options. Its value contains only what differs from the defaults. */
export function OptionsForm({ schema, value, onChange, problems = none, isQuiet = false }: OptionsFormProps) {
  // Typed text that does not change the value, such as half a number, goes with the fields.
  const [resets, setResets] = useState(0);
  const { properties, required = [] } = schema;
  const names = Object.entries(properties);
  if (names.length === 0) return <p class="hint">This tool has no options.</p>;
  const reset = () => {
    setResets(resets + 1);
    onChange({});
  };
  return (
    <div class="options">
      <div class="options-grid" key={resets}>
        {names.map(([name, option]) => (
          <OptionField
            key={name}
            name={name}
            schema={option}
            value={valueIn(option, value, name)}
            isRequired={required.includes(name)}
            isChanged={Object.hasOwn(value, name)}
            problem={problems.get(name) ?? ''}
            isQuiet={isQuiet}
            onChange={(next) => onChange(withOption(schema, value, name, next))}
          />
        ))}
      </div>
      <button
        type="button"
        class="button quiet options-reset"
        disabled={Object.keys(value).length === 0}
        onClick={reset}
      >
        Reset to defaults
      </button>
    </div>
  );
}
