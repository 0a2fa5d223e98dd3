import { useId } from 'preact/hooks';

export interface CheckProps {
  readonly label: string;
  readonly help: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox option with its description. */
export function Check({ label, help, checked, disabled = false, onChange }: CheckProps) {
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
