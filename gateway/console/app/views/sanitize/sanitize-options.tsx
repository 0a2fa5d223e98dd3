import { Field } from '../../parts/field.js';
import { Check } from '../lists/check.js';
import type { SanitizeOptions } from './sanitize-request.js';
import { draft, options, setOptions } from './store.js';

const profileHelp: Record<SanitizeOptions['profile'], string> = {
  standard: 'The usual trackers, with s, ref, referrer and source.',
  conservative: 'Leaves s, ref, referrer and source, which mean something on some sites.',
  extended: 'The standard list and the trackers of many more services.',
  careful: 'Extended, but leaves s, ref, referrer and source.',
};

/** All options of `POST /v1/sanitize`. */
export function SanitizeOptionsForm() {
  const { profile, affiliateTags, ignoreCase, fragment, normalize, unwrap, explain } = options.value;
  return (
    <fieldset class="list-options panel">
      <legend class="off-screen">Options</legend>
      <Field label="List of parameters" help={profileHelp[profile]}>
        {(ids) => (
          <select
            {...ids}
            value={profile}
            onChange={({ currentTarget }) => setOptions({ profile: currentTarget.value as SanitizeOptions['profile'] })}
          >
            <option value="standard">Standard</option>
            <option value="conservative">Conservative</option>
            <option value="extended">Extended</option>
            <option value="careful">Careful</option>
          </select>
        )}
      </Field>
      <NamesField label="Also remove" option="extraParams" problem={draft.value.extraProblem} />
      <NamesField label="Always keep" option="keepParams" problem={draft.value.keepProblem} />
      <div class="checks">
        <Check
          label="Affiliate tags"
          help="What pays for a link goes as well, such as tag on amazon.com."
          checked={affiliateTags}
          onChange={(checked) => setOptions({ affiliateTags: checked })}
        />
        <Check
          label="Ignore case"
          help="UTM_SOURCE goes like utm_source."
          checked={ignoreCase}
          onChange={(checked) => setOptions({ ignoreCase: checked })}
        />
        <Check
          label="Clean fragment"
          help="Parameters after # go as well."
          checked={fragment}
          onChange={(checked) => setOptions({ fragment: checked })}
        />
        <Check
          label="Normalize"
          help="Writes the URL as a browser would."
          checked={normalize}
          onChange={(checked) => setOptions({ normalize: checked })}
        />
        <Check
          label="Open redirectors"
          help="google.com/url, l.facebook.com and the like become the URL in them."
          checked={unwrap}
          onChange={(checked) => setOptions({ unwrap: checked })}
        />
        <Check
          label="Explain"
          help="Says why each name is removed."
          checked={explain}
          onChange={(checked) => setOptions({ explain: checked })}
        />
      </div>
    </fieldset>
  );
}

interface NamesFieldProps {
  readonly label: string;
  readonly option: 'extraParams' | 'keepParams';
  readonly problem: string;
}

function NamesField({ label, option, problem }: NamesFieldProps) {
  return (
    <Field label={label} help="Names, by comma or one per line." error={problem}>
      {(ids) => (
        <textarea
          {...ids}
          class="names"
          rows={1}
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          value={options.value[option]}
          onInput={({ currentTarget }) => setOptions({ [option]: currentTarget.value })}
        />
      )}
    </Field>
  );
}
