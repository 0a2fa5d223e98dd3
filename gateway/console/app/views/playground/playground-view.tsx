import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isDialogOpen, isWithCommand } from '../../parts/key-press.js';
import { keepInAddress } from './address.js';
import { suggestWhileShown } from './detection/suggestions.js';
import { InputPane } from './input-pane.js';
import { OutputPane } from './output-pane.js';
import { inputShare, PaneSplit } from './pane-split.js';
import { runAgain, runWhileShown } from './run-workflow.js';
import { undoByKeys } from './undo-keys.js';
import { WorkflowPanel } from './workflow-panel.js';

/** The same width as in playground.css. */
const narrow = matchMedia('(max-width: 64rem)');
const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});

/** Chains tools on a text, and shows the result while the user types. */
export function PlaygroundView() {
  useEffect(() => {
    const ends = [keepInAddress(), runWhileShown(), suggestWhileShown(), undoByKeys(), runByKey()];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  const steps = <WorkflowPanel key="steps" />;
  const text = <InputPane key="text" />;
  const share = inputShare();
  return (
    <div class="playground" style={{ '--input': `${share}fr`, '--output': `${100 - share}fr` }}>
      <h1 class="off-screen">Playground</h1>
      {/* In visual order, which is also the order of the keyboard. */}
      {isNarrow.value ? [text, steps] : [steps, text]}
      {!isNarrow.value && <PaneSplit />}
      <OutputPane />
    </div>
  );
}

/** Lets Ctrl+Enter run the workflow, with new steps that are not complete. @returns a function that stops it. */
function runByKey(): () => void {
  const listeners = new AbortController();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || !isWithCommand(event) || isDialogOpen()) return;
    event.preventDefault();
    runAgain();
  };
  document.addEventListener('keydown', onKeyDown, { signal: listeners.signal });
  return () => listeners.abort();
}
