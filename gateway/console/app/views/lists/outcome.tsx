import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { SignIn } from '../../parts/access.js';
import { EmptyState, Notice } from '../../parts/notice.js';
import type { LatestRun } from '../../session/latest-run.js';
import { reachable } from '../../session/reachability-store.js';
import { RequestFailure } from '../../session/request.js';
import { canRunThere, sendToGateway, wantsGateway } from '../../session/run-target-store.js';
import { signedOutBecause } from '../../session/session-store.js';

/** The parts of a run that are shown. */
type Progress = Pick<LatestRun<never, unknown>, 'state' | 'failure' | 'note' | 'output'>;

/** Why there is no result to show. */
export type Obstacle = 'empty' | 'refused' | 'signed-out' | 'failed' | 'pending';

/** @param problem - why the text is not sent. */
export function obstacleOf({ state, output }: Progress, isEmpty: boolean, problem: string): Obstacle | undefined {
  if (isEmpty) return 'empty';
  if (problem !== '') return 'refused';
  if (!canRunThere.value) return 'signed-out';
  if (state.value === 'failed') return 'failed';
  return output.value === undefined ? 'pending' : undefined;
}

/** Returns whether the output is being replaced. */
export function isBusy({ state }: Progress): boolean {
  return state.value === 'waiting' || state.value === 'running';
}

/** Shows what the run waits for, or else the children. */
export function ProgressNote({ progress, children }: { progress: Progress; children?: ComponentChildren }) {
  const isHeldUp = wantsGateway.value && progress.state.value === 'waiting' && !reachable.value;
  return (
    <span role="status">
      {isHeldUp ? 'Waiting for the gateway. Your input stays here.' : progress.note.value || children}
    </span>
  );
}

export interface NoResultProps {
  readonly obstacle: Obstacle;
  readonly progress: Progress;
  readonly problem: string;
  /** What to do without a text. */
  readonly invitation: string;
  readonly onSample: () => void;
  readonly onRetry: () => void;
}

/** Replaces the result. */
export function NoResult(props: NoResultProps) {
  return (
    <FocusKeeper key={props.obstacle}>
      <Obstruction {...props} />
    </FocusKeeper>
  );
}

function Obstruction({ obstacle, progress, problem, invitation, onSample, onRetry }: NoResultProps) {
  switch (obstacle) {
    case 'empty':
      return (
        <EmptyState title="Nothing here yet">
          <p>{invitation}</p>
          <button type="button" class="button" onClick={onSample}>
            Use a sample
          </button>
        </EmptyState>
      );
    case 'refused':
      return <Notice kind="error">{problem} Nothing has been sent.</Notice>;
    case 'signed-out':
      return <Gate failure={progress.failure.value} />;
    case 'failed':
      return (
        <Notice kind="error" action={<RetryButton onRetry={onRetry} />}>
          {progress.failure.value?.message}
        </Notice>
      );
    case 'pending':
      return <p class="off-screen">The result is on its way.</p>;
  }
}

/** The pressed button may disappear with the focus: then focuses the beginning of the view. */
function FocusKeeper({ children }: { readonly children: ComponentChildren }) {
  const kept = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = kept.current;
    return () => {
      const { activeElement, body } = document;
      // A button that was disabled while it worked has lost the focus already.
      if (activeElement !== body && shown?.contains(activeElement) !== true) return;
      document.getElementById('content')?.focus({ preventScroll: true });
    };
  }, []);
  return <div ref={kept}>{children}</div>;
}

function RetryButton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <button type="button" class="button" onClick={onRetry}>
      Try again
    </button>
  );
}

function Gate({ failure }: { readonly failure: Error | undefined }) {
  const isKeyRefused = failure instanceof RequestFailure && failure.status === 401;
  const reason = isKeyRefused ? 'This API key is invalid or revoked.' : signedOutBecause.value;
  return (
    <div class="result-gate stack">
      <h3>Sign in to see the result</h3>
      {reason !== '' && <Notice kind="error">{reason}</Notice>}
      <p>Your input, or the sample, runs as soon as you sign in.</p>
      <button type="button" class="button" onClick={() => sendToGateway(false)}>
        Run in this browser
      </button>
      <SignIn />
    </div>
  );
}
