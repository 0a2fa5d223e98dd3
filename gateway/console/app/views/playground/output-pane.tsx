import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { SignIn } from '../../parts/access.js';
import { CopyButton } from '../../parts/copy-button.js';
import { DownloadButton } from '../../parts/file-actions.js';
import { Notice } from '../../parts/notice.js';
import { RunProgress } from '../../parts/run-progress.js';
import { RunTarget } from '../../parts/run-target.js';
import { count, TextPane, textCounts } from '../../parts/text-pane/text-pane.js';
import { sendToGateway } from '../../session/run-target-store.js';
import { signedOutBecause } from '../../session/session-store.js';
import { numbers, titleOfStep, toolCount } from './cards-store.js';
import { changeWorkflow, input, workflow } from './content-store.js';
import type { RunResult } from './run.js';
import {
  awaited,
  awaitedStep,
  failedParts,
  failure,
  failurePlace,
  gatewayOnly,
  keyRefused,
  latest,
  maxCharacters,
  note,
  obstacle,
  output,
  problem,
  runAgain,
  runningSlugs,
  shownOutput,
  state,
} from './run-store.js';
import { showPart } from './show-part.js';
import type { ShownOutput } from './shown-output.js';
import { showStep } from './step-card.js';
import { nameOf } from './step-run.js';
import { tableOut, viewOut } from './table-view-store.js';
import { TemplateGallery } from './template-gallery.js';
import { TextView, ViewChoice } from './text-view.js';
import { stepOf } from './workflow/workflow.js';

/** Shows the output, or why there is none. */
export function OutputPane() {
  const pane = useRef<HTMLDivElement>(null);
  const isGate = obstacle.value === 'signed out';
  const hadFocus = useRef(false);
  // The sign-in form, or the button of an error or of a long run, may have had the focus, and is gone.
  useLayoutEffect(() => {
    if (isGate || !hadFocus.current || document.activeElement !== document.body) return;
    pane.current
      ?.querySelector<HTMLElement>(':not([hidden]) > textarea, .pane-view [tabindex="0"]')
      ?.focus({ preventScroll: true });
  }, [isGate, failure.value, latest.isLong.value]);
  return (
    <div
      class="output"
      ref={pane}
      onFocusIn={() => {
        hadFocus.current = true;
      }}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget !== null) hadFocus.current = false;
      }}
    >
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
  const shown = shownOutput.value;
  if (failure.value !== undefined && shown === undefined && !latest.isLong.value) {
    return (
      <MessagePane>
        <Failure error={failure.value} />
      </MessagePane>
    );
  }
  const { text = '', mark = '', isOutOfDate = false } = shown ?? {};
  return (
    <TextPane
      label="Text out"
      value={text}
      busy={state.value === 'running'}
      isOutOfDate={isOutOfDate}
      above={above(mark)}
      beside={
        <>
          <RunTarget gatewayOnly={gatewayOnly.value} slugs={runningSlugs.value} />
          <ViewChoice side="out" />
        </>
      }
      view={viewOut.value === 'text' ? undefined : <TextView key={viewOut.value} side="out" />}
      actions={<OutputActions text={text} isCurrent={state.value === 'done' && awaitedStep.value === undefined} />}
      foot={<OutputFoot result={output.value} shown={shown} />}
    />
  );
}

function above(mark: string): ComponentChildren {
  if (latest.isLong.value) return <RunProgress run={latest} />;
  if (mark !== '') return <Trouble mark={mark} />;
  return failedParts.value.length > 0 ? <FailedParts /> : undefined;
}

/** Why the text below is not the result, and what it is. */
function Trouble({ mark }: { readonly mark: string }) {
  return (
    <>
      {failure.value !== undefined && <Failure error={failure.value} />}
      <p class="output-mark" role="status">
        {mark}
      </p>
    </>
  );
}

/** The end of a file's name, by what a text is as a table. */
const extensions = { csv: 'csv', json: 'json', ndjson: 'ndjson', markdown: 'md', log: 'log' } as const;

/** @param isCurrent - whether the text is the result of the current input. */
function OutputActions({ text, isCurrent }: { readonly text: string; readonly isCurrent: boolean }) {
  const { value: table } = tableOut;
  const extension = table === undefined ? 'txt' : extensions[table.kind.format];
  return (
    <>
      <button
        type="button"
        class="button quiet"
        disabled={!isCurrent}
        onClick={() => changeWorkflow('Replaced the input with the output', { input: text })}
      >
        Use as input
      </button>
      <DownloadButton text={() => text} name={`textmill.${extension}`} disabled={!isCurrent} />
      <CopyButton text={() => text} disabled={!isCurrent} />
    </>
  );
}

interface OutputFootProps {
  readonly result: RunResult | undefined;
  readonly shown: ShownOutput | undefined;
}

function OutputFoot({ result, shown }: OutputFootProps) {
  if (shown !== undefined && shown.mark !== '') {
    // Without a failure, the mark says what the run waits for.
    return (
      <>
        <span>{textCounts(shown.text)}</span>
        {failure.value !== undefined && <span role="status">{note}</span>}
      </>
    );
  }
  if (note.value !== '') return <span role="status">{note}</span>;
  if (awaited.value !== '') return <span role="status">{awaited}</span>;
  if (result === undefined) return <span>Running…</span>;
  const processingMs = `${result.processingTimeMs.toLocaleString('en')} ms`;
  const steps = count(result.stepsExecuted, 'step');
  return (
    <>
      <span>{textCounts(result.text)}</span>
      {result.roundTripMs === undefined ? (
        <span class="timing">
          {steps} in {processingMs}
        </span>
      ) : (
        <RoundTrip steps={steps} processingMs={processingMs} ms={result.roundTripMs} />
      )}
      <Announced text={textCounts(result.text)} />
    </>
  );
}

interface RoundTripProps {
  readonly steps: string;
  readonly processingMs: string;
  readonly ms: number;
}

function RoundTrip({ steps, processingMs, ms }: RoundTripProps) {
  const roundTripMs = `${Math.max(1, Math.round(ms)).toLocaleString('en')} ms`;
  return (
    <span class="timing" title={`The gateway took ${processingMs}; with the way there and back it was ${roundTripMs}.`}>
      {steps} in {processingMs}
      <span class="foot-more">, round trip {roundTripMs}</span>
    </span>
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
        <RunTarget gatewayOnly={gatewayOnly.value} slugs={runningSlugs.value} />
      </div>
      <div class="pane-message">{children}</div>
      <div class="pane-foot">{note}</div>
    </section>
  );
}

function Obstacle() {
  if (obstacle.value === 'no steps') {
    if (workflow.value.length === 0) return <EmptyPlayground />;
    return (
      <div class="pane-empty">
        <h2>Nothing to run</h2>
        <p>
          {toolCount.value === 0
            ? 'The group has no steps. Add a tool to it.'
            : 'All steps are switched off. Switch one on.'}
        </p>
      </div>
    );
  }
  if (obstacle.value === 'too long') {
    const length = input.value.length.toLocaleString('en');
    const most = maxCharacters.value.toLocaleString('en');
    return <Notice kind="error">{`The text has ${length} characters: more than the ${most} that can be run.`}</Notice>;
  }
  const reason = signedOutBecause.value || keyRefused.value;
  return (
    <div class="pane-gate">
      <h2>Sign in to see the result</h2>
      {reason !== '' && <Notice kind="error">{reason}</Notice>}
      {gatewayOnly.value === '' ? (
        <button type="button" class="button" onClick={() => sendToGateway(false)}>
          Run in this browser
        </button>
      ) : (
        <p>{gatewayOnly}</p>
      )}
      <SignIn />
    </div>
  );
}

function EmptyPlayground() {
  return (
    <div class="pane-gallery">
      <h2>Start from a template</h2>
      <p class="hint">Or add a tool, and its result appears here.</p>
      {/* The pressed card disappears with the focus. */}
      <TemplateGallery
        onOpened={() => document.querySelector<HTMLElement>('.playground .drop-target textarea')?.focus()}
      />
    </div>
  );
}

function Failure({ error }: { readonly error: Error }) {
  const at = problem.value;
  const place = failurePlace.value;
  const step = at && stepOf(workflow.value, at.id);
  return (
    <Notice
      kind="error"
      action={
        at === undefined ? (
          <button type="button" class="button" onClick={runAgain}>
            Run again
          </button>
        ) : (
          <>
            <button type="button" class="button" onClick={() => showStep(at.id)}>
              Show the step
            </button>
            {step !== undefined && place !== undefined && (
              <button type="button" class="button" onClick={() => showPart(step, place)}>
                Show line {place.line.toLocaleString('en')}
              </button>
            )}
          </>
        )
      }
    >
      {error.message}
    </Notice>
  );
}

/** The parts whose steps failed, each with its line, the reason, and the way to it. */
function FailedParts() {
  const parts = failedParts.value;
  const total = output.value?.failedCount ?? parts.length;
  return (
    <details class="failed-parts" open>
      <summary>{count(total, 'part')} failed</summary>
      <ul>
        {parts.map((part, index) => (
          <li key={index}>
            <button type="button" class="button" onClick={() => showPart(part.step, part.place)}>
              Line {part.place.line.toLocaleString('en')}
            </button>
            <span>
              <strong>{titleOfStep(part.step)}</strong>
              <span class="off-screen"> ({nameOf(part.step, numbers.value)})</span>: {part.reason}
            </span>
          </li>
        ))}
      </ul>
      {total > parts.length && <p class="fine">The first {parts.length} are listed.</p>}
    </details>
  );
}
