import type { Action } from './action.js';

export interface SaveRowProps {
  /** The name of the saved part. */
  readonly name: string;
  readonly action: Action;
  readonly isChanged: boolean;
}

/** The button that saves one part of something, and the outcome. It keeps the focus even if there is nothing to save. */
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
