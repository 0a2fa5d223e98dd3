import type { ChoiceControlProps } from './choice-control.js';
import { choiceLabel } from './label.js';
import { OptionFrame } from './option-frame.js';
import { isSame } from './values.js';

/** Two or three values side by side: radio buttons that look like one. */
export function SegmentedChoice({ values, value, onChange, ...frame }: ChoiceControlProps) {
  return (
    <OptionFrame {...frame} isGroup>
      {({ id }) => (
        <div class="segments">
          {values.map((each) => (
            <label key={choiceLabel(each)}>
              <input type="radio" name={id} checked={isSame(each, value)} onChange={() => onChange(each)} />
              <span>{choiceLabel(each)}</span>
            </label>
          ))}
        </div>
      )}
    </OptionFrame>
  );
}
