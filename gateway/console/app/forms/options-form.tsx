import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Config, ConfigSchema, OptionSchema } from '../session/tool.js';
import type { Offer } from './control.js';
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
  /** Whether these are not shown yet. */
  readonly isQuiet?: boolean;
  /** Returns what the text has for an option; empty if that is not known. */
  readonly offersFor?: (option: OptionSchema) => readonly Offer[];
}

const noProblems: ReadonlyMap<string, string> = new Map();
const noOffers: readonly Offer[] = [];

/** A form made from the schema of a tool's options. Its value contains only what differs from the defaults. */
export function OptionsForm({
  schema,
  value,
  onChange,
  problems = noProblems,
  isQuiet = false,
  offersFor = () => noOffers,
}: OptionsFormProps) {
  // Typed text that does not change the value, such as half a number, goes with the fields.
  const [resets, setResets] = useState(0);
  const { properties, required = [] } = schema;
  if (Object.keys(properties).length === 0) return <p class="hint">This tool has no options.</p>;
  const [first, more] = partsOf(schema);
  const reset = () => {
    setResets(resets + 1);
    onChange({});
  };
  const field = (name: string) => {
    const { [name]: option = {} } = properties;
    return (
      <OptionField
        key={name}
        name={name}
        schema={option}
        value={valueIn(option, value, name)}
        isRequired={required.includes(name)}
        isChanged={Object.hasOwn(value, name)}
        problem={problems.get(name) ?? ''}
        isQuiet={isQuiet}
        offers={offersFor(option)}
        onChange={(next) => onChange(withOption(schema, value, name, next))}
      />
    );
  };
  return (
    <div class="options">
      <div class="options-grid" key={resets}>
        {first.map(field)}
      </div>
      {more.length > 0 && (
        <More
          key={`more ${resets}`}
          changed={more.filter((name) => Object.hasOwn(value, name)).length}
          isWrong={!isQuiet && more.some((name) => problems.has(name))}
        >
          {() => <div class="options-grid">{more.map(field)}</div>}
        </More>
      )}
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

/** Returns the options that are shown first, and the others; one other is not worth a button. */
function partsOf({ properties, first }: ConfigSchema): [first: readonly string[], more: readonly string[]] {
  const names = Object.keys(properties);
  if (first === undefined) return [names, []];
  const shown = first.filter((name) => names.includes(name));
  const more = names.filter((name) => !shown.includes(name));
  return more.length > 1 ? [shown, more] : [[...shown, ...more], []];
}

interface MoreProps {
  /** How many of the options inside differ from their defaults. */
  readonly changed: number;
  /** Whether one of them is wrong. */
  readonly isWrong: boolean;
  readonly children: () => ComponentChildren;
}

/** The other options: closed, unless one of them is wrong. */
function More({ changed, isWrong, children }: MoreProps) {
  const [isOpen, setOpen] = useState(isWrong);
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  return (
    <details class="more-options" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        More
        {changed > 0 && <span class="fine"> · {changed} changed</span>}
      </summary>
      {isOpen && children()}
    </details>
  );
}
