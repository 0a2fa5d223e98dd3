import type { Action } from '../../parts/action.js';

export interface SaveRowProps {
  /** What is saved. */
  readonly name: string;
  readonly action: Action;
  readonly isChanged: boolean;
}

/** The button that saves one part of a key, and what came of it. It keeps the focus while it has nothing to do. */
export function SaveRow({ name, action, isChanged }: SaveRowProps) {
  const isIdle = action.isBusy || !isChanged;
  return (
    <div class="row">
      <button
        type="submit"
        class="button"
        aria-disabled={isIdle}
        onClick={(event) => {
          if (isIdle) event.preventDefault();
        }}
      >
        Save {name}
      </button>
      <span class="fine" role="status">
        {action.note}
      </span>
    </div>
  );
}
