import { useId } from 'preact/hooks';
import type { ControlProps } from './control.js';
import { OptionHint } from './option-frame.js';

/** Yes or no. */
export function SwitchControl({ label, help, problem, value, onChange }: ControlProps) {
  const id = useId();
  return (
    <div class="option option-switch">
      <label class="check">
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
