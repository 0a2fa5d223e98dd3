import { useId } from 'preact/hooks';
import { browserLimits } from '#engine/core/limits.js';
import { EncodingField } from '../../parts/encoding-dialog.js';
import { Modal } from '../../parts/modal.js';
import { Notice } from '../../parts/notice.js';
import { count } from '../../parts/text-pane/text-pane.js';
import { titleOf, titlesOf } from '../../session/catalogue-store.js';
import type { FileProgress } from '../../session/file-run.js';
import { encodings } from '../../session/text-encoding.js';
import { numbers } from './cards-store.js';
import { workflow } from './content-store.js';
import {
  closeFile,
  type FileState,
  fileBeginning,
  fileEncoding,
  fileState,
  readFileAs,
  saveFile,
  stopFile,
} from './file-store.js';
import { gatewayOnly } from './run-store.js';
import { nameOf } from './step-run.js';
import { sentSteps } from './workflow/sent-steps.js';
import { savedSteps, stepTitle } from './workflow/workflow.js';

const choices = [['utf-8', 'UTF-8'], ...encodings] as const;

/** Runs the steps on a file that is too long for the page, and saves the result. */
export function FileDialog({ file }: { readonly file: File }) {
  const state = fileState.value;
  const { outer } = sentSteps(workflow.value);
  return (
    <Modal title="Run a long file" onClose={closeFile}>
      <div class="stack file-run">
        <p>
          <strong>{file.name}</strong> has {megabytes(file.size)}, and the page shows texts of up to{' '}
          {browserLimits.input.toLocaleString('en')} characters.
          {state.at !== 'refused' && ' This browser can run the steps on it in pieces, and save what comes out.'}
        </p>
        <p class="fine">{outer.length === 0 ? 'No steps yet.' : `Steps: ${titlesOf(savedSteps(outer))}`}</p>
        {outer.length === 0 ? (
          <Notice kind="error">
            Add the steps first, with the beginning of the file as the text, and open it again.
          </Notice>
        ) : (
          <At state={state} size={file.size} />
        )}
      </div>
    </Modal>
  );
}

function At({ state, size }: { readonly state: FileState; readonly size: number }) {
  switch (state.at) {
    case 'reading':
      return <p role="status">Reading its beginning…</p>;
    case 'refused':
      return <Refused {...state} />;
    case 'ready':
      return <Ready problem={state.problem} />;
    case 'running':
      return <Running progress={state.progress} size={size} />;
    case 'done':
      return <Done {...state} />;
  }
}

function Refused({ because, step }: Extract<FileState, { at: 'refused' }>) {
  if (step === undefined) return <Notice kind="error">{gatewayOnly.value || because}</Notice>;
  return (
    <>
      <Notice kind="error">
        {`${nameOf(step, numbers.value)}`.replace(/^./, (first) => first.toUpperCase())} ({stepTitle(step, titleOf)})
        needs the whole text with these options, so the file cannot be run in pieces.
      </Notice>
      <p class="fine">Switch it off or change its options, and open the file again.</p>
    </>
  );
}

function Ready({ problem }: { readonly problem: string }) {
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void saveFile();
      }}
    >
      {problem !== '' && <Notice kind="error">{problem}</Notice>}
      <EncodingField
        value={fileEncoding.value}
        beginning={fileBeginning.value}
        choices={choices}
        onChange={(encoding) => void readFileAs(encoding)}
      />
      <button type="submit" class="button primary">
        Run and save as…
      </button>
    </form>
  );
}

function Running({ progress, size }: { readonly progress: FileProgress; readonly size: number }) {
  const id = useId();
  return (
    <>
      <p id={id}>
        {megabytes(progress.bytes)} of {megabytes(size)}, {count(progress.lines, 'line')}
      </p>
      <progress aria-labelledby={id} max={size} value={progress.bytes} />
      <button type="button" class="button" onClick={stopFile}>
        Stop
      </button>
    </>
  );
}

function Done({ progress, failed }: Extract<FileState, { at: 'done' }>) {
  return (
    <>
      <Notice kind="success">
        Saved: {count(progress.lines, 'line')} read, {count(progress.written, 'character')} written, as UTF-8.
      </Notice>
      {failed !== '' && <pre class="file-notes">{failed}</pre>}
      <button type="button" class="button" onClick={closeFile}>
        Close
      </button>
    </>
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
}
