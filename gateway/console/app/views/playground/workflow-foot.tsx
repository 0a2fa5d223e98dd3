import type { ComponentChildren } from 'preact';
import { maxSteps } from '../../../../../engine/core/limits.js';
import { redoIcon, undoIcon } from '../../parts/icons.js';
import { commandKey } from '../../parts/key-press.js';
import { message, redo, redoable, undo, undoable, workflow } from './state/playground-state.js';

/** What was changed last, or the number of steps; and the buttons that undo and redo. */
export function WorkflowFoot() {
  return (
    <div class="workflow-foot">
      <p role="status">{message}</p>
      {message.value === '' && (
        <p class="fine">
          {workflow.value.length} of {maxSteps} steps
        </p>
      )}
      <HistoryButton name="Undo" keys={`${commandKey}+Z`} change={undoable.value} onPress={undo}>
        {undoIcon}
      </HistoryButton>
      <HistoryButton name="Redo" keys={`${commandKey}+Shift+Z`} change={redoable.value} onPress={redo}>
        {redoIcon}
      </HistoryButton>
    </div>
  );
}

interface HistoryButtonProps {
  readonly name: string;
  readonly keys: string;
  /** The description of the change; undefined without one. */
  readonly change: string | undefined;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}

/** Stays focusable without a change, so that the focus is kept while the user presses it again and again. */
function HistoryButton({ name, keys, change, onPress, children }: HistoryButtonProps) {
  return (
    <button
      type="button"
      class="button quiet step-button"
      aria-label={name}
      title={change === undefined ? `Nothing to ${name.toLowerCase()}` : `${name}: ${change} (${keys})`}
      aria-disabled={change === undefined}
      onClick={() => change !== undefined && onPress()}
    >
      {children}
    </button>
  );
}
