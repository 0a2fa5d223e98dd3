import { useState } from 'preact/hooks';
import type { OptionSchema } from '../session/tool.js';
import { problemOf } from './check.js';
import { type ControlProps, controlOf, type Notation, type Offer } from './control.js';
import { ChoiceControl, ChoicesControl, NumberControl, SwitchControl, TypedControl } from './controls.js';
import { visible } from './escapes.js';
import { choiceLabel, labelOf } from './label.js';
import { OfferedList, OfferedOne } from './offers.js';

const forms: Readonly<Record<Notation, string>> = {
  escaped: '',
  plain: '',
  name: 'name or number',
  texts: 'one in each line',
  names: 'one name or number in each line',
  json: 'as JSON',
};

export interface OptionFieldProps {
  readonly name: string;
  readonly schema: OptionSchema;
  /** Its value or default; undefined without either. */
  readonly value: unknown;
  readonly isRequired: boolean;
  /** Whether it differs from its default. */
  readonly isChanged: boolean;
  /** The gateway's error about it, or ''. */
  readonly problem: string;
  /** Whether the gateway's error is not shown yet. */
  readonly isQuiet: boolean;
  /** What the text has for it; empty if that is not known. */
  readonly offers: readonly Offer[];
  /** Undefined removes it. */
  readonly onChange: (value: unknown) => void;
}

/** One option: its name, its control, and its description or error. */
export function OptionField({ name, isRequired, problem, isQuiet, onChange, ...option }: OptionFieldProps) {
  const { schema, value, isChanged, offers } = option;
  // Typed in, or left: before that, nobody has done anything wrong.
  const [isTouched, setTouched] = useState(false);
  const touch = () => setTouched(true);
  const own = isTouched ? ownProblem(schema, value, isRequired) : '';
  const props: ControlProps = {
    name,
    label: labelOf(name, schema),
    // A switch shows no facts.
    help: `${schema.type === 'boolean' && schema.isFromTable && !isChanged ? 'From the table. ' : ''}${schema.description ?? ''}`,
    facts: factsOf(schema, { value, isRequired, isChanged, isOffered: offers.length > 0 }),
    // The form's own check comes first: the gateway's error is about the last request.
    problem: own || (isQuiet ? '' : problem),
    schema,
    value,
    isRequired,
    onChange: (next) => {
      touch();
      onChange(next);
    },
  };
  return (
    <div
      class="option-field"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) touch();
      }}
    >
      <Control {...props} offers={offers} />
    </div>
  );
}

function Control({ offers, ...props }: ControlProps & { readonly offers: readonly Offer[] }) {
  const control = controlOf(props.schema);
  switch (control.kind) {
    case 'switch':
      return <SwitchControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} values={control.values} />;
    case 'choices':
      return <ChoicesControl {...props} values={control.values} />;
    case 'number':
      return <NumberControl {...props} isWhole={control.isWhole} />;
    case 'typed': {
      const { notation, size } = control;
      if (offers.length === 0) return <TypedControl {...props} notation={notation} size={size} />;
      const Offered = notation === 'names' || notation === 'texts' ? OfferedList : OfferedOne;
      return <Offered {...props} notation={notation} offers={offers} />;
    }
  }
}

function ownProblem(schema: OptionSchema, value: unknown, isRequired: boolean): string {
  if (value !== undefined) return problemOf(schema, value);
  return isRequired ? 'Needed.' : '';
}

interface OptionState {
  readonly value: unknown;
  readonly isRequired: boolean;
  /** Whether it differs from its default. */
  readonly isChanged: boolean;
  /** Whether it is chosen from a list. */
  readonly isOffered: boolean;
}

/** Returns the notes beside an option's name: `required`, `0 to 10`, `one in each line`, `default \n`. */
function factsOf(schema: OptionSchema, { value, isRequired, isChanged, isOffered }: OptionState): string {
  const isDefaultShown = isChanged || isPadded(schema.default);
  return [
    isRequired ? 'required' : '',
    isOffered ? '' : formOf(schema),
    isDefaultShown ? defaultOf(schema) : '',
    schema.isFromTable && !isChanged ? 'from the table' : '',
    isChanged && isPadded(value) ? `now ${visible(value)}` : '',
  ]
    .filter((fact) => fact !== '')
    .join(', ');
}

function formOf(schema: OptionSchema): string {
  const control = controlOf(schema);
  if (control.kind === 'typed') return forms[control.notation];
  const { minimum, maximum } = schema;
  if (control.kind !== 'number' || minimum === undefined || maximum === undefined) return '';
  return `${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`;
}

/** Returns whether a text has blanks that a field does not show. */
function isPadded(value: unknown): value is string {
  return typeof value === 'string' && (value.startsWith(' ') || value.endsWith(' '));
}

/** Returns nothing for a switch, which has only one other value. */
function defaultOf(schema: OptionSchema): string {
  const { default: value, type, words = {} } = schema;
  if (value === undefined || type === 'boolean') return '';
  if (controlOf(schema).kind === 'choice' || Object.hasOwn(words, String(value))) {
    return `default ${choiceLabel(value, schema)}`;
  }
  if (typeof value === 'string') return `default ${value === '' ? 'empty' : visible(value)}`;
  if (Array.isArray(value)) return `default ${value.length === 0 ? 'empty' : value.map(String).join(' ')}`;
  return `default ${JSON.stringify(value)}`;
}
