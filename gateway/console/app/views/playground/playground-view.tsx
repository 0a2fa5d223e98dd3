import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keepInAddress } from './address.js';
import { InputPane } from './input-pane.js';
import { OutputPane } from './output-pane.js';
import { runWhileShown } from './run-workflow.js';
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
    const ends = [keepInAddress(), runWhileShown()];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  const steps = <WorkflowPanel key="steps" />;
  const text = <InputPane key="text" />;
  return (
    <div class="playground">
      <h1 class="off-screen">Playground</h1>
      {/* In visual order, which is also the order of the keyboard. */}
      {isNarrow.value ? [text, steps] : [steps, text]}
      <OutputPane />
    </div>
  );
}
