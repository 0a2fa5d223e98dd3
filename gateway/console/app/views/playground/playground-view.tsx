import { useEffect } from 'preact/hooks';
import { showPlayground } from './content-store.js';
import { InputPane } from './input-pane.js';
import { OutputPane } from './output-pane.js';
import { inputShare, PaneSplit, StepsSplit, stepsWidth } from './pane-split.js';
import { SecondPane } from './second-text.js';
import { isNarrow } from './store.js';
import { WorkflowPanel } from './workflow-panel.js';

/** Chains tools on a text, and shows the result while the user types. */
export function PlaygroundView() {
  useEffect(showPlayground, []);
  const steps = <WorkflowPanel key="steps" />;
  const text = (
    <div class="texts-in" key="text">
      <InputPane />
      <SecondPane />
    </div>
  );
  const edge = <StepsSplit key="edge" />;
  const share = inputShare();
  const width = stepsWidth();
  return (
    <div
      class="playground"
      style={{
        '--input': `${share}fr`,
        '--output': `${100 - share}fr`,
        ...(width !== undefined && { '--steps': `${width}px` }),
      }}
    >
      <h1 class="off-screen">Playground</h1>
      {/* In visual order, which is also the order of the keyboard. */}
      {isNarrow.value ? [text, steps] : [steps, edge, text]}
      {!isNarrow.value && <PaneSplit />}
      <OutputPane />
    </div>
  );
}
