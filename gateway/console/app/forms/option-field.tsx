import type { OptionSchema } from '../session/tool.js';
import { problemOf } from './check.js';
import { type ControlProps, controlOf, type Notation } from './control.js';
import { ChoiceControl, ChoicesControl, NumberControl, SwitchControl, TypedControl } from './controls.js';
import { visible } from './escapes.js';
import { choiceLabel, labelOf } from './label.js';

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
  /** Whether problems are not shown yet. */
  readonly isQuiet: boolean;
  /** Undefined removes it. */
  readonly onChange: (value: unknown) => void;
}

/** One option: its name, its control, and its description or error. */
export function OptionField({
  name,
  schema,
  value,
  isRequired,
  isChanged,
  problem,
  isQuiet,
  onChange,
}: OptionFieldProps) {
  const control = controlOf(schema);
  const props: ControlProps = {
    label: labelOf(name),
    // A switch shows no facts.
    help: `${control.kind === 'switch' && schema.isFromTable && !isChanged ? 'From the table. ' : ''}${schema.description ?? ''}`,
    facts: factsOf(schema, { value, isRequired, isChanged }),
    // The form's own check comes first: the gateway's error is about the last request.
    problem: isQuiet ? '' : (value === undefined ? '' : problemOf(schema, value)) || problem,
    schema,
    value,
    isRequired,
    onChange,
  };
  switch (control.kind) {
    case 'switch':
      return <SwitchControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} values={control.values} />;
    case 'choices':
      return <ChoicesControl {...props} values={control.values} />;
    case 'number':
      return <NumberControl {...props} isWhole={control.isWhole} />;
    case 'typed':
      return <TypedControl {...props} notation={control.notation} size={control.size} />;
  }
}

interface OptionState {
  readonly value: unknown;
  readonly isRequired: boolean;
  /** Whether it differs from its default. */
  readonly isChanged: boolean;
}

/** Returns the notes beside an option's name: `required`, `0 to 10`, `one in each line`, `default \n`. */
function factsOf(schema: OptionSchema, { value, isRequired, isChanged }: OptionState): string {
  const isDefaultShown = isChanged || isPadded(schema.default);
  return [
    isRequired ? 'required' : '',
    formOf(schema),
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
  const { default: value, type } = schema;
  if (value === undefined || type === 'boolean') return '';
  if (controlOf(schema).kind === 'choice') return `default ${choiceLabel(value)}`;
  if (typeof value === 'string') return `default ${value === '' ? 'empty' : visible(value)}`;
  if (Array.isArray(value)) return `default ${value.length === 0 ? 'empty' : value.map(String).join(' ')}`;
  return `default ${JSON.stringify(value)}`;
}
