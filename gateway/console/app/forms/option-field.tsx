import type { OptionSchema } from '../session/tool.js';
import { problemOf } from './check.js';
import { ChoiceControl } from './choice-control.js';
import { ChoicesControl } from './choices-control.js';
import { type ControlProps, controlOf } from './control.js';
import { factsOf } from './facts.js';
import { labelOf } from './label.js';
import { NumberControl } from './number-control.js';
import { SwitchControl } from './switch-control.js';
import { TypedControl } from './typed-control.js';

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
    help: schema.description ?? '',
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
