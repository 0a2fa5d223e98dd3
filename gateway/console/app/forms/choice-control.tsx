import type { ChoiceControlProps } from './control.js';
import { choiceLabel } from './label.js';
import { OptionFrame } from './option-frame.js';
import { isSame } from './values.js';

/** The most values that are shown side by side, and the most characters of their names together. */
const segments = { values: 3, characters: 22 };

/** One of a few values. */
export function ChoiceControl(props: ChoiceControlProps) {
  const { values, schema, value, onChange } = props;
  const characters = values.map(choiceLabel).join('').length;
  const isOptional = schema.default === undefined;
  if (!isOptional && values.length <= segments.values && characters <= segments.characters) {
    return <SegmentedChoice {...props} />;
  }
  const chosen = values.findIndex((each) => isSame(each, value));
  return (
    <OptionFrame {...props}>
      {(ids) => (
        <select
          {...ids}
          value={String(chosen)}
          onChange={({ currentTarget }) => onChange(values[Number(currentTarget.value)])}
        >
          {/* Also for a value from an address that is not in the list. */}
          {(isOptional || chosen === -1) && (
            <option value="-1">{chosen === -1 && value !== undefined ? choiceLabel(value) : 'Not set'}</option>
          )}
          {values.map((each, index) => (
            <option key={choiceLabel(each)} value={String(index)}>
              {choiceLabel(each)}
            </option>
          ))}
        </select>
      )}
    </OptionFrame>
  );
}

/** Two or three values side by side: radio buttons that look like one. */
function SegmentedChoice({ values, value, onChange, ...frame }: ChoiceControlProps) {
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
