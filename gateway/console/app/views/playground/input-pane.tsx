import { useState } from 'preact/hooks';
import { browserLimits } from '#engine/core/limits.js';
import { DropTarget, OpenFileButton } from '../../parts/file-actions.js';
import { TextPane, textCounts } from '../../parts/text-pane/text-pane.js';
import {
  changeWorkflow,
  clearMessage,
  clearSteps,
  input,
  isDemonstration,
  replaceText,
  shownSpan,
  typeText,
} from './content-store.js';
import { FileDialog } from './file-dialog.js';
import { openedFile, openFile } from './file-store.js';
import { isExample } from './recipes/templates.js';
import { maxCharacters } from './run-store.js';
import { draftState, setAutosave } from './store.js';
import { viewIn } from './table-view-store.js';
import { TextView, ViewChoice } from './text-view.js';

/** The input text: typed, pasted, or from a file. */
export function InputPane() {
  const [problem, setProblem] = useState('');
  const file = {
    maxCharacters: browserLimits.input,
    onText: (text: string) => replaceText('Filled in the file', text),
    onProblem: (reason: string) => {
      clearMessage();
      setProblem(reason);
    },
    onLong: (long: File) => {
      if (isDemonstration()) clearSteps();
      openFile(long);
    },
  };
  const type = (text: string, isWhole: boolean) => {
    typeText(text, isWhole);
    setProblem('');
  };
  return (
    <DropTarget {...file}>
      <TextPane
        label="Text in"
        value={input.value}
        onInput={type}
        shownSpan={shownSpan.value}
        placeholder="Type or paste a text, or drop a file here"
        beside={<ViewChoice side="in" />}
        view={viewIn.value === 'table' ? <TextView side="in" /> : undefined}
        actions={
          <>
            <OpenFileButton {...file} />
            <button
              type="button"
              class="button quiet"
              disabled={input.value === ''}
              onClick={({ currentTarget }) => {
                changeWorkflow('Cleared the text', { input: '' });
                // The button has nothing left to clear, and cannot keep the focus.
                currentTarget.closest('.pane')?.querySelector('textarea')?.focus();
              }}
            >
              Clear
            </button>
          </>
        }
        foot={<InputFoot problem={problem} />}
      />
      {openedFile.value !== undefined && <FileDialog file={openedFile.value} />}
    </DropTarget>
  );
}

function InputFoot({ problem }: { readonly problem: string }) {
  const isTooLong = input.value.length > maxCharacters.value;
  return (
    <>
      {isDemonstration() && isExample(input.value) && <strong class="example-mark">Example</strong>}
      {problem === '' ? <span class={isTooLong ? 'wrong' : undefined}>{textCounts(input.value)}</span> : null}
      <span class="wrong" role="alert">
        {problem}
      </span>
      <DraftNotice />
    </>
  );
}

const draftExplanation =
  'This tab of the browser keeps the steps, their options and the text, until you sign out or close it.';

/** Says whether a reload brings back the steps and the text, and changes that. */
function DraftNotice() {
  if (draftState.value === 'nothing') return null;
  if (draftState.value === 'too long')
    return (
      <span class="autosave autosave-state" title="Too long to keep: a reload forgets it">
        Too long to keep<span class="foot-more">: a reload forgets it</span>
      </span>
    );
  const isSaved = draftState.value === 'saved';
  return (
    <span class="autosave" title={draftExplanation}>
      <span class="autosave-state">
        {isSaved ? 'Kept' : 'Not kept'}
        <span class="foot-more"> for a reload</span>
      </span>
      <button
        type="button"
        class="button quiet"
        aria-label={isSaved ? 'Forget the kept steps and text' : 'Keep steps and text for a reload'}
        onClick={() => setAutosave(!isSaved)}
      >
        {isSaved ? 'Forget' : 'Keep'}
      </button>
    </span>
  );
}
