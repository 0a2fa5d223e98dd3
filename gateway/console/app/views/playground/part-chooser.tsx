import { writings } from '../../forms/notation.js';
import { AddOffer, OfferList } from '../../forms/offers.js';
import { Field } from '../../parts/field.js';
import type { Config } from '../../session/tool.js';
import { fieldsIn, pathsIn, tableIn } from './part-offers.js';
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
      <OfferList legend={kind === 'csv' ? 'Columns' : 'Fields'} offers={offers} chosen={chosen} onChoose={choose} />
      <AddOffer
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
      <OfferList
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
