import { useId } from 'preact/hooks';
import { differingTables } from '../engine/browser-tables.js';
import { gatewayUnicode } from '../session/catalogue-store.js';
import {
  closeRunTarget,
  isRunTargetShown,
  sendToGateway,
  showRunTarget,
  targetTools,
  wantsGateway,
} from '../session/run-target-store.js';
import { canRun } from '../session/session-store.js';
import { isSite } from '../session/site.js';
import { SignIn } from './access.js';
import { Modal } from './modal.js';

export interface RunTargetProps {
  /** Why only the gateway can run it; '' if this browser can. */
  readonly gatewayOnly?: string;
  /** The tools that run, by their slugs. */
  readonly slugs?: readonly string[];
}

/** Says where texts run, with the button that changes it. */
export function RunTarget({ gatewayOnly = '', slugs = [] }: RunTargetProps) {
  const isAtGateway = wantsGateway.value || gatewayOnly !== '';
  const title = isAtGateway ? gatewayOnly : 'No text leaves this page.';
  const said = isAtGateway ? 'Runs on the gateway' : 'Runs in this browser';
  if (isSite) {
    return (
      <span class="run-target" title={title}>
        {said}
      </span>
    );
  }
  return (
    <button
      type="button"
      class="button quiet run-target"
      title={title}
      aria-haspopup="dialog"
      onClick={() => showRunTarget(slugs)}
    >
      {said}
    </button>
  );
}

/** Lets the user choose where texts run. Rendered once for all views. */
export function PlaceDialog() {
  const id = useId();
  if (!isRunTargetShown.value) return null;
  const isWanted = wantsGateway.value;
  const tables = differingTables(targetTools.value, gatewayUnicode.value);
  return (
    <Modal title="Where texts run" onClose={closeRunTarget}>
      <div class="stack">
        <p>
          This page has all of Textmill’s tools. It runs them in your browser: without a key and a quota, and no text
          leaves it.
        </p>
        <div class="place-switch">
          <input
            data-first
            id={id}
            type="checkbox"
            role="switch"
            class="switch"
            aria-checked={isWanted}
            aria-describedby={`${id}-help`}
            checked={isWanted}
            onChange={({ currentTarget }) => sendToGateway(currentTarget.checked)}
          />
          <label for={id}>Send texts to the gateway</label>
          <p id={`${id}-help`} class="hint">
            To see what programs get from it: its limits of time, memory and length, its operator’s own tools, and the
            Unicode tables of the server, which can be older or newer than those of this browser. Needs a sign-in, and
            each run counts against the daily quota.
          </p>
        </div>
        {tables.length > 0 && (
          <p class="fine">
            With these steps some texts may give something else there: the gateway has its own tables of{' '}
            {tables.join(', ')}.
          </p>
        )}
        {isWanted && !canRun.value && <SignIn onDone={closeRunTarget} />}
      </div>
    </Modal>
  );
}
