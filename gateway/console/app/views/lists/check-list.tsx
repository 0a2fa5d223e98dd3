import { useId } from 'preact/hooks';

interface CheckProps {
  readonly label: string;
  readonly help: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox option with its description. */
function Check({ label, help, checked, disabled = false, onChange }: CheckProps) {
  const id = useId();
  return (
    <div class="check-field">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={`${id}-help`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label for={id} class="check-label">
        {label}
      </label>
      <p id={`${id}-help`} class="hint">
        {help}
      </p>
    </div>
  );
}

/** The options that are on or off, each with its label and description. */
export type Checks<Option extends string> = readonly (readonly [option: Option, label: string, help: string])[];

interface ChecksProps<Option extends string> {
  readonly checks: Checks<Option>;
  readonly values: Readonly<Record<Option, boolean>>;
  /** The option that has no effect at present. */
  readonly disabled?: Option | undefined;
  readonly onChange: (change: Partial<Record<Option, boolean>>) => void;
}

/** A checkbox for each of some options. */
export function CheckList<Option extends string>({ checks, values, disabled, onChange }: ChecksProps<Option>) {
  return checks.map(([option, label, help]) => (
    <Check
      key={option}
      label={label}
      help={help}
      checked={values[option]}
      disabled={option === disabled}
      onChange={(checked) => onChange({ [option]: checked } as Partial<Record<Option, boolean>>)}
    />
  ));
}
