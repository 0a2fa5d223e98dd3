import { Field } from '../../parts/field.js';
import { CheckList, type Checks } from '../lists/check-list.js';
import type { SanitizeOptions } from './sanitize-request.js';
import { draft, options, setOptions } from './store.js';

const profileHelp: Record<SanitizeOptions['profile'], string> = {
  standard: 'The usual trackers, with s, ref, referrer and source.',
  conservative: 'Leaves s, ref, referrer and source, which mean something on some sites.',
  extended: 'The standard list and the trackers of many more services.',
  careful: 'Extended, but leaves s, ref, referrer and source.',
};

type Switch = 'affiliateTags' | 'ignoreCase' | 'fragment' | 'normalize' | 'unwrap' | 'explain';

const checks: Checks<Switch> = [
  ['affiliateTags', 'Affiliate tags', 'What pays for a link goes as well, such as tag on amazon.com.'],
  ['ignoreCase', 'Ignore case', 'UTM_SOURCE goes like utm_source.'],
  ['fragment', 'Clean fragment', 'Parameters after # go as well.'],
  ['normalize', 'Normalize', 'Writes the URL as a browser would.'],
  ['unwrap', 'Open redirectors', 'google.com/url, l.facebook.com and the like become the URL in them.'],
  ['explain', 'Explain', 'Says why each name is removed.'],
];

/** All options of `POST /v1/sanitize`. */
export function SanitizeOptionsForm() {
  const { profile } = options.value;
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
        <CheckList checks={checks} values={options.value} onChange={setOptions} />
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
