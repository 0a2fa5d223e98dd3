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
  /** Its default if it was not set; undefined if it has none. */
  readonly value: unknown;
  readonly isRequired: boolean;
  /** Whether it was set to something else than its default. */
  readonly isChanged: boolean;
  /** What the gateway said of it, or ''. */
  readonly problem: string;
  /** Undefined removes it. */
  readonly onChange: (value: unknown) => void;
}

/** One option: its name, what it is set with, and what it does or what is wrong. */
export function OptionField({ name, schema, value, isRequired, isChanged, problem, onChange }: OptionFieldProps) {
  const control = controlOf(schema);
  const props: ControlProps = {
    label: labelOf(name),
    help: schema.description ?? '',
    facts: factsOf(schema, { value, isRequired, isChanged }),
    // What is on the screen first: the gateway speaks of what it was sent last.
    problem: (value === undefined ? '' : problemOf(schema, value)) || problem,
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
