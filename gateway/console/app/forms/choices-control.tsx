import type { ChoiceControlProps } from './control.js';
import { choiceLabel } from './label.js';
import { OptionFrame } from './option-frame.js';

/** Any of a few values, as a list in the order of the schema. */
export function ChoicesControl({ values, value, onChange, ...frame }: ChoiceControlProps) {
  const chosen = Array.isArray(value) ? value : [];
  const toggle = (one: unknown, isOn: boolean) =>
    onChange(values.filter((each) => (each === one ? isOn : chosen.includes(each))));
  return (
    <OptionFrame {...frame} isGroup isWide>
      {() => (
        <div class="choices">
          {values.map((each) => (
            <label class="check" key={choiceLabel(each)}>
              <input
                type="checkbox"
                checked={chosen.includes(each)}
                onChange={({ currentTarget }) => toggle(each, currentTarget.checked)}
              />
              {choiceLabel(each)}
            </label>
          ))}
        </div>
      )}
    </OptionFrame>
  );
}
