import { useState } from 'preact/hooks';
import { problemOf } from './check.js';
import type { ControlProps } from './control.js';
import { useDraft } from './draft.js';
import { OptionFrame } from './option-frame.js';

export interface NumberControlProps extends ControlProps {
  readonly isWhole: boolean;
}

/** A number within bounds. When it is cleared, its default applies and shows as a placeholder. */
export function NumberControl({ isWhole, schema, value, isRequired, onChange, ...frame }: NumberControlProps) {
  const [shown, note] = useDraft(value, String);
  const [isBad, setBad] = useState(false);
  const { minimum, maximum, default: fallback } = schema;
  const input = (field: HTMLInputElement) => {
    setBad(field.validity.badInput);
    // For half a number, such as a sign alone, the field returns '' and must stay as it is.
    if (field.validity.badInput) return note('', value);
    const meant = field.value === '' ? undefined : field.valueAsNumber;
    note(field.value, meant ?? fallback);
    onChange(meant);
  };
  return (
    <OptionFrame {...frame} problem={isBad ? problemOf(schema, undefined) : frame.problem}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          inputMode={isWhole ? 'numeric' : 'decimal'}
          min={minimum}
          max={maximum}
          step={isWhole ? 1 : 'any'}
          required={isRequired}
          placeholder={fallback === undefined ? undefined : String(fallback)}
          value={shown}
          // Scrolling over the field must not change it.
          onWheel={({ currentTarget }) => currentTarget.blur()}
          onInput={({ currentTarget }) => input(currentTarget)}
        />
      )}
    </OptionFrame>
  );
}
