import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { maxInputCharacters } from '../../../../../engine/core/limits.js';
import { SignIn } from '../../parts/access.js';
import { CopyButton } from '../../parts/copy-button.js';
import { DownloadButton } from '../../parts/file-actions.js';
import { Notice } from '../../parts/notice.js';
import { count, TextPane, textCounts } from '../../parts/text-pane.js';
import { signedOutBecause } from '../../session/credentials.js';
import { input, replaceWith, workflow } from './playground-state.js';
import {
  failure,
  keyRefused,
  note,
  obstacle,
  output,
  problem,
  type RunResult,
  runAgain,
  state,
} from './run-workflow.js';
import { showStep } from './step-card.js';

/** The output text, or why there is none. */
export function OutputPane() {
  const pane = useRef<HTMLDivElement>(null);
  const isGate = obstacle.value === 'signed out';
  const wasGate = useRef(isGate);
  // The sign-in form had the focus, and is gone.
  useLayoutEffect(() => {
    if (wasGate.current && !isGate && document.activeElement === document.body) {
      pane.current?.querySelector('textarea')?.focus({ preventScroll: true });
    }
    wasGate.current = isGate;
  }, [isGate]);
  return (
    <div class="output" ref={pane}>
      <Output />
    </div>
  );
}

function Output() {
  if (obstacle.value !== undefined) {
    return (
      <MessagePane>
        <Obstacle />
      </MessagePane>
    );
  }
  if (failure.value !== undefined) {
    return (
      <MessagePane>
        <Failure error={failure.value} />
      </MessagePane>
    );
  }
  const result = output.value;
  const text = result?.text ?? '';
  return (
    <TextPane
      label="Text out"
      value={text}
      busy={state.value === 'running'}
      actions={<OutputActions text={text} isCurrent={state.value === 'done'} />}
      foot={<OutputFoot result={result} />}
    />
  );
}

/** @param isCurrent - whether the text is the result of the current input. */
function OutputActions({ text, isCurrent }: { readonly text: string; readonly isCurrent: boolean }) {
  return (
    <>
      <button
        type="button"
        class="button quiet"
        disabled={!isCurrent}
        onClick={() => replaceWith('Replaced the input with the output.', { input: text })}
      >
        Use as input
      </button>
      <DownloadButton text={() => text} name="textmill.txt" disabled={!isCurrent} />
      <CopyButton text={() => text} disabled={!isCurrent} />
    </>
  );
}

function OutputFoot({ result }: { readonly result: RunResult | undefined }) {
  if (note.value !== '') return <span role="status">{note}</span>;
  if (result === undefined) return <span>Running…</span>;
  const processingMs = `${result.processingTimeMs.toLocaleString('en')} ms`;
  const roundTripMs = `${Math.max(1, Math.round(result.roundTripMs)).toLocaleString('en')} ms`;
  return (
    <>
      <span>{textCounts(result.text)}</span>
      <span
        class="timing"
        title={`The gateway took ${processingMs}; with the way there and back it was ${roundTripMs}.`}
      >
        {count(result.stepsExecuted, 'step')} in {processingMs}, round trip {roundTripMs}
      </span>
      <Announced text={textCounts(result.text)} />
    </>
  );
}

/** How long the output must stay unchanged before screen readers announce it, in milliseconds. */
const quietMs = 1_000;

/** Announces the length of the output after the user stops typing. */
function Announced({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(`Text out: ${text}`), quietMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span class="off-screen" role="status">
      {said}
    </span>
  );
}

/** Replaces the text, in the same size. */
function MessagePane({ children }: { readonly children: ComponentChildren }) {
  return (
    <section class="pane message-pane" aria-label="Text out">
      <div class="pane-head">
        <span class="pane-label">Text out</span>
      </div>
      <div class="pane-message">{children}</div>
      <div class="pane-foot">{note}</div>
    </section>
  );
}

function Obstacle() {
  if (obstacle.value === 'no steps') {
    const isEmpty = workflow.value.length === 0;
    return (
      <div class="pane-empty">
        <h2>Nothing to run</h2>
        <p>{isEmpty ? 'Add a tool, and its result appears here.' : 'All steps are switched off. Switch one on.'}</p>
      </div>
    );
  }
  if (obstacle.value === 'too long') {
    const length = input.value.length.toLocaleString('en');
    const most = maxInputCharacters.toLocaleString('en');
    return <Notice kind="error">{`The text has ${length} characters: more than the ${most} that can be run.`}</Notice>;
  }
  const reason = signedOutBecause.value || keyRefused.value;
  return (
    <div class="pane-gate">
      <h2>Sign in to see the result</h2>
      {reason !== '' && <Notice kind="error">{reason}</Notice>}
      <SignIn />
    </div>
  );
}

function Failure({ error }: { readonly error: Error }) {
  const at = problem.value;
  return (
    <Notice
      kind="error"
      action={
        at === undefined ? (
          <button type="button" class="button" onClick={runAgain}>
            Run again
          </button>
        ) : (
          <button type="button" class="button" onClick={() => showStep(at.id)}>
            Show the step
          </button>
        )
      }
    >
      {error.message}
    </Notice>
  );
}
