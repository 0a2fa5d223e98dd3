import { useState } from 'preact/hooks';
import type { Config, ConfigSchema } from '../session/tool.js';
import { OptionField } from './option-field.js';
import { valueIn, withOption } from './values.js';

export interface OptionsFormProps {
  readonly schema: ConfigSchema;
  /** Options that are left out have their defaults. */
  readonly value: Config;
  /**
   * Told at each change, with what is on the screen, even where it breaks a bound: see `configProblems`. Must come back
   * as `value` with the next rendering.
   */
  readonly onChange: (value: Config) => void;
  /** What the gateway said of options, by their names. */
  readonly problems?: ReadonlyMap<string, string>;
}

const none: ReadonlyMap<string, string> = new Map();

/** A form made from the schema of a tool's options. Only what differs from the defaults gets into its value. */
export function OptionsForm({ schema, value, onChange, problems = none }: OptionsFormProps) {
  // What was typed without changing the value, such as half a number, goes with the fields.
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
