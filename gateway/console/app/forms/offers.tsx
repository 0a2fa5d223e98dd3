import { useId, useState } from 'preact/hooks';
import type { ControlProps, Notation, Offer } from './control.js';
import { TypedControl } from './controls.js';
import { choiceLabel } from './label.js';
import { writings } from './notation.js';
import { OptionFrame } from './option-frame.js';
import { isSame } from './values.js';

/** The most characters of an example: the rest would not be seen. */
const longestExample = 60;

interface OfferListProps {
  /** Undefined inside of what has a legend. */
  readonly legend?: string;
  readonly offers: readonly Offer[];
  readonly chosen: readonly (string | number)[];
  /** Whether one excludes the others. */
  readonly isOne?: boolean;
  readonly onChoose: (value: string | number, isChosen: boolean) => void;
}

/** What the text has, each with an example, and what is chosen without being there. */
export function OfferList({ legend, offers, chosen, isOne = false, onChoose }: OfferListProps) {
  const name = useId();
  // What was chosen stays in its place when it is no longer: it may have the focus.
  const [known] = useState(() => new Set<string | number>());
  for (const value of chosen) known.add(value);
  const missing = [...known].filter((value) => !offers.some((offer) => offer.value === value));
  const rows = [...offers, ...missing.map((value) => ({ value, example: '' }))];
  if (rows.length === 0) return null;
  const list = (
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
  );
  if (legend === undefined) return list;
  return (
    <fieldset class="offers">
      <legend>{legend}</legend>
      {list}
    </fieldset>
  );
}

interface AddOfferProps {
  readonly label: string;
  /** Shorter than the label. */
  readonly placeholder?: string;
  readonly hint: string;
  readonly onAdd: (typed: string) => void;
}

/** Adds what is typed, with its button or Enter. */
export function AddOffer({ label, placeholder = label, hint, onAdd }: AddOfferProps) {
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
        placeholder={placeholder}
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

interface OfferedProps extends ControlProps {
  readonly notation: Notation;
  readonly offers: readonly Offer[];
}

const titles: Readonly<Partial<Record<Notation, string>>> = { names: 'Name or number' };

/** A longer description is about what can be typed. */
const longestHelp = 160;

/** Any of what the text has, in the order in which it is chosen, and what is typed. */
export function OfferedList({ notation, offers, schema, value, onChange, label, ...frame }: OfferedProps) {
  const chosen = Array.isArray(value) ? (value as readonly (string | number)[]) : [];
  const choose = (one: string | number, isChosen: boolean) => {
    const next = chosen.filter((other) => other !== one);
    if (isChosen) next.push(one);
    onChange(next.length === 0 && schema.default === undefined ? undefined : next);
  };
  const isLong = frame.help.length > longestHelp;
  const order = chosen.length > 1 ? `, in this order: ${chosen.join(', ')}` : '';
  return (
    <OptionFrame
      {...frame}
      help={isLong ? '' : frame.help}
      facts={`${frame.facts}${order}`.replace(/^, /, '')}
      label={label}
      isGroup
      isWide
    >
      {() => (
        <>
          <OfferList offers={offers} chosen={chosen} onChoose={choose} />
          <AddOffer
            label={`${label}: another`}
            placeholder="Another"
            hint={titles[notation] ?? ''}
            onAdd={(typed) => choose((writings[notation].read(typed) as (string | number)[])[0] ?? '', true)}
          />
          {isLong && (
            <details class="more-options">
              <summary>What can be typed</summary>
              <p class="option-hint">{frame.help}</p>
            </details>
          )}
        </>
      )}
    </OptionFrame>
  );
}

/** The values of the list that are no offers. */
const unset = '-1';
const another = 'another';

/** One of what the text has, or what is typed. */
export function OfferedOne({ notation, offers, ...props }: OfferedProps) {
  const { schema, value, onChange, isRequired, ...frame } = props;
  const [isTyped, setTyped] = useState(false);
  const at = offers.findIndex((offer) => isSame(offer.value, value));
  const isNothing = value === undefined || value === '';
  const isOther = isTyped || (at === -1 && !isNothing);
  return (
    <>
      <OptionFrame
        {...frame}
        help={isOther || frame.help.length > longestHelp ? '' : frame.help}
        problem={isOther ? '' : frame.problem}
      >
        {(ids) => (
          <select
            {...ids}
            required={isRequired}
            value={isOther ? another : String(at)}
            onChange={({ currentTarget: { value: chosen } }) => {
              setTyped(chosen === another);
              if (chosen !== another) onChange(offers[Number(chosen)]?.value);
            }}
          >
            {isNothing && at === -1 && <option value={unset}>{isRequired ? 'Choose…' : 'Not set'}</option>}
            {offers.map((offer, index) => (
              <option key={`${typeof offer.value} ${offer.value}`} value={String(index)}>
                {choiceLabel(offer.value, schema)}
                {offer.example !== '' && ` · ${offer.example.slice(0, longestExample / 2)}`}
              </option>
            ))}
            <option value={another}>Another…</option>
          </select>
        )}
      </OptionFrame>
      {isOther && <TypedControl {...props} label={`${frame.label}: another`} notation={notation} size="line" />}
    </>
  );
}
