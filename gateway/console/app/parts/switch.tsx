import { useAction } from './action.js';

export interface SwitchProps {
  /** What it is about: `the account`. */
  readonly name: string;
  readonly isEnabled: boolean;
  readonly save: (isEnabled: boolean) => Promise<void>;
}

/** The button that disables something, or enables it again. */
export function Switch({ name, isEnabled, save }: SwitchProps) {
  const action = useAction();
  return (
    <div class="key-part">
      <p class="fine">Requests are refused while it is disabled.</p>
      <div class="row">
        <button
          type="button"
          class="button"
          aria-disabled={action.isBusy}
          onClick={() => void action.run(() => save(!isEnabled), isEnabled ? 'Disabled' : 'Enabled')}
        >
          {isEnabled ? 'Disable' : 'Enable'} {name}
        </button>
        <span class="fine" role="status">
          {action.note || action.problem}
        </span>
      </div>
    </div>
  );
}
