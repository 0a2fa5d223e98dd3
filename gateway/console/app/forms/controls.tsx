import { useId, useState } from 'preact/hooks';
import type { OptionSchema } from '../session/tool.js';
import { problemOf } from './check.js';
import type { ChoiceControlProps, ControlProps, Notation, Size } from './control.js';
import { choiceLabel } from './label.js';
import { writings } from './notation.js';
import { OptionFrame, OptionHint } from './option-frame.js';
import { isSame } from './values.js';

/** The most values that are shown side by side, and the most characters of their names together. */
const segments = { values: 3, characters: 22 };

/** One of a few values. */
export function ChoiceControl(props: ChoiceControlProps) {
  const { values, schema, value, onChange } = props;
  const characters = values.map((each) => choiceLabel(each, schema)).join('').length;
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
            <option value="-1">{chosen === -1 && value !== undefined ? choiceLabel(value, schema) : 'Not set'}</option>
          )}
          {values.map((each, index) => (
            <option key={String(index)} value={String(index)}>
              {choiceLabel(each, schema)}
            </option>
          ))}
        </select>
      )}
    </OptionFrame>
  );
}

/** Two or three values side by side: radio buttons that look like one. */
function SegmentedChoice({ values, schema, value, onChange, ...frame }: ChoiceControlProps) {
  return (
    <OptionFrame {...frame} isGroup>
      {({ id }) => (
        <div class="segments">
          {values.map((each) => (
            <label key={choiceLabel(each)}>
              <input type="radio" name={id} checked={isSame(each, value)} onChange={() => onChange(each)} />
              <span>{choiceLabel(each, schema)}</span>
            </label>
          ))}
        </div>
      )}
    </OptionFrame>
  );
}

/** Any of a few values, as a list in the order of the schema. */
export function ChoicesControl({ values, schema, value, onChange, ...frame }: ChoiceControlProps) {
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
              {choiceLabel(each, schema)}
            </label>
          ))}
        </div>
      )}
    </OptionFrame>
  );
}

interface NumberControlProps extends ControlProps {
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

/** Yes or no. */
export function SwitchControl({ name, label, help, problem, value, onChange }: ControlProps) {
  const id = useId();
  return (
    <div class="option option-switch">
      <label class="check" title={name}>
        <input
          type="checkbox"
          aria-describedby={id}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {label}
      </label>
      <OptionHint id={id} help={help} problem={problem} />
    </div>
  );
}

interface TypedControlProps extends ControlProps {
  readonly notation: Notation;
  readonly size: Size;
}

/** How to type a value, unless it is obvious. */
const titles: Readonly<Partial<Record<Notation, string>>> = {
  escaped: String.raw`\n is a line feed, \t a tab, \\ a backslash`,
  name: 'Digits alone are a number, in double quotes they are a name',
  names: 'Digits alone are a number, in double quotes they are a name',
};

/** A typed value: a text, a list with one item per line, or JSON. */
export function TypedControl({ notation, size, schema, value, isRequired, onChange, ...frame }: TypedControlProps) {
  const { write, read } = writings[notation];
  const { default: fallback } = schema;
  const [shown, note] = useDraft(value, write);
  const isNothing = isCleared(schema, notation, isRequired);
  const attributes = {
    title: titles[notation],
    spellcheck: false,
    autocomplete: 'off',
    autocapitalize: 'off',
    required: isRequired,
    placeholder: isNothing && fallback !== undefined ? write(fallback) : undefined,
    value: shown,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      const typed = currentTarget.value;
      const meant = typed === '' && isNothing ? undefined : read(typed);
      note(typed, meant ?? fallback);
      onChange(meant);
    },
  } as const;
  return (
    <OptionFrame {...frame} isWide={size === 'page' || notation === 'json'}>
      {(ids) =>
        size === 'line' ? (
          <input {...ids} {...attributes} type="text" class="code" />
        ) : (
          <textarea {...ids} {...attributes} class={size} rows={size === 'page' ? 4 : 1} />
        )
      }
    </OptionFrame>
  );
}

/** Returns whether an empty field means an unset option, and not an empty text or list. */
function isCleared(schema: OptionSchema, notation: Notation, isRequired: boolean): boolean {
  if (notation === 'json' || notation === 'name') return true;
  const { default: fallback, minLength = 0, minItems = 0 } = schema;
  const isEmptyAllowed = notation === 'texts' || notation === 'names' ? minItems === 0 : minLength === 0;
  return !isEmptyAllowed || (fallback === undefined && !isRequired);
}

/**
 * Keeps the text of a field while the user types: the typed text as long as it means the value of the form, otherwise
 * the value in its usual notation.
 *
 * @param value - of the option, or its default.
 * @returns the text to show, and a function to call with a typed text and its value.
 */
function useDraft(
  value: unknown,
  write: (value: unknown) => string,
): [shown: string, note: (typed: string, meant: unknown) => void] {
  const [draft, setDraft] = useState({ typed: value === undefined ? '' : write(value), meant: value });
  const written = () => (value === undefined ? '' : write(value));
  return [isSame(draft.meant, value) ? draft.typed : written(), (typed, meant) => setDraft({ typed, meant })];
}
