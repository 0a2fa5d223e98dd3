import { Field } from '../../parts/field.js';
import { Check } from '../lists/check.js';
import type { SortOptions } from './sort-request.js';
import { options, setOptions } from './store.js';

/** All options of `POST /v1/sort-dedupe`, in the order in which they are applied. */
export function SortOptionsForm() {
  const { trimLines, dropBlank, dedupe, ignoreCase, sort, direction } = options.value;
  return (
    <fieldset class="list-options panel">
      <legend class="off-screen">Options</legend>
      <Check
        label="Trim lines"
        help="Strips white space at both ends."
        checked={trimLines}
        onChange={(checked) => setOptions({ trimLines: checked })}
      />
      <Check
        label="Drop blank lines"
        help="Those with white space only, too."
        checked={dropBlank}
        onChange={(checked) => setOptions({ dropBlank: checked })}
      />
      <Check
        label="Remove duplicates"
        help="Keeps the first of equal lines."
        checked={dedupe}
        onChange={(checked) => setOptions({ dedupe: checked })}
      />
      <Check
        label="Ignore case"
        help="When looking for duplicates."
        checked={ignoreCase}
        disabled={!dedupe}
        onChange={(checked) => setOptions({ ignoreCase: checked })}
      />
      <Check
        label="Sort"
        help="Alphabetically: apple, Banana, éclair."
        checked={sort}
        onChange={(checked) => setOptions({ sort: checked })}
      />
      <Field label="Direction">
        {(ids) => (
          <select
            {...ids}
            value={direction}
            disabled={!sort}
            onChange={({ currentTarget }) => setOptions({ direction: currentTarget.value as SortOptions['direction'] })}
          >
            <option value="asc">A to Z</option>
            <option value="desc">Z to A</option>
          </select>
        )}
      </Field>
    </fieldset>
  );
}
