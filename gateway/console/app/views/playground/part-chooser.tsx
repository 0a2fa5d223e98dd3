import { useId, useState } from 'preact/hooks';
import { writings } from '../../forms/notation.js';
import { Field } from '../../parts/field.js';
import type { Config } from '../../session/tool.js';
import { fieldsIn, type PartOffer, pathsIn, tableIn } from './part-offers.js';
import type { TableOptions } from './workflow/table.js';

export interface PartChooserProps {
  readonly kind: 'csv' | 'field' | 'json';
  readonly config: Config;
  /** What they take from the table. */
  readonly taken: TableOptions;
  /** In which the parts are; '' if it is not known. */
  readonly text: string;
  /** @param typed - the field that is typed in, if any. */
  readonly onChange: (config: Config, typed?: string) => void;
}

/** Chooses among the columns, fields or members of the text. What it does not have can be typed. */
export function PartChooser({ kind, config, taken, text, onChange }: PartChooserProps) {
  if (kind === 'json') return <PathChooser {...{ config, text, onChange }} />;
  const [option, noun] = kind === 'csv' ? (['columns', 'column'] as const) : (['fields', 'field'] as const);
  const offers = kind === 'csv' ? tableIn(text, { ...taken, ...config }).columns : fieldsIn(text, config.separator);
  const chosen = Array.isArray(config[option]) ? (config[option] as readonly (string | number)[]) : [];
  const choose = (value: string | number, isChosen: boolean) => {
    const others = chosen.filter((other) => other !== value);
    onChange({ ...config, [option]: isChosen ? [...others, value] : others });
  };
  return (
    <>
      <Offers
        legend={kind === 'csv' ? 'Columns' : 'Fields'}
        offers={offers}
        chosen={chosen}
        isOne={false}
        onChoose={choose}
      />
      <AddField
        label={`Another ${noun}`}
        hint={kind === 'csv' ? 'Name or number' : 'Number, from the end with a minus'}
        onAdd={(typed) => {
          const value = writings.name.read(typed) as string | number;
          if (kind === 'csv' || typeof value === 'number') choose(value, true);
        }}
      />
    </>
  );
}

function PathChooser({ config, text, onChange }: Omit<PartChooserProps, 'kind' | 'taken'>) {
  const { offers, lines } = pathsIn(text);
  const path = typeof config.path === 'string' ? config.path : '';
  return (
    <>
      <Offers
        legend="Values"
        offers={offers}
        chosen={path === '' ? [] : [path]}
        isOne
        onChoose={(value) => {
          const { lines: _, ...rest } = config;
          onChange({ ...rest, path: String(value), ...(lines && { lines }) });
        }}
      />
      <Field label="Path" help="A JSONPath, such as $.items[*].name">
        {(ids) => (
          <input
            {...ids}
            class="code"
            autocomplete="off"
            spellcheck={false}
            value={path}
            onInput={({ currentTarget }) => onChange({ ...config, path: currentTarget.value }, 'path')}
          />
        )}
      </Field>
    </>
  );
}

interface OffersProps {
  readonly legend: string;
  readonly offers: readonly PartOffer[];
  readonly chosen: readonly (string | number)[];
  /** Whether one excludes the others. */
  readonly isOne: boolean;
  readonly onChoose: (value: string | number, isChosen: boolean) => void;
}

/** What the text has, each with an example, and what is chosen without being there. */
function Offers({ legend, offers, chosen, isOne, onChoose }: OffersProps) {
  const name = useId();
  const missing = chosen.filter((value) => !offers.some((offer) => offer.value === value));
  const rows = [...offers, ...missing.map((value) => ({ value, example: '' }))];
  if (rows.length === 0) return null;
  return (
    <fieldset class="offers">
      <legend>{legend}</legend>
      <div class="offer-list">
        {rows.map(({ value, example }) => (
          <label key={`${typeof value} ${value}`} class="check offer">
            <input
              type={isOne ? 'radio' : 'checkbox'}
              name={name}
              checked={chosen.includes(value)}
              onChange={({ currentTarget }) => onChoose(value, currentTarget.checked)}
            />
            <span class="offer-name">{value}</span>
            <span class="offer-example">{example.slice(0, longestExample)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The most characters of an example: the rest would not be seen. */
const longestExample = 60;

interface AddFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly onAdd: (typed: string) => void;
}

/** Adds what is typed. */
function AddField({ label, hint, onAdd }: AddFieldProps) {
  const [typed, setTyped] = useState('');
  return (
    <form
      class="offer-add"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') onAdd(typed);
        setTyped('');
      }}
    >
      <input
        aria-label={label}
        placeholder={label}
        title={hint}
        autocomplete="off"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <button type="submit" class="button">
        Add
      </button>
    </form>
  );
}
