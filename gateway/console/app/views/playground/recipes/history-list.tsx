import { count } from '../../../parts/text-pane/text-pane.js';
import { openRun, toolsOf } from './open-recipe.js';
import { clearHistory, runHistory } from './run-history.js';

/** The workflows that were run, the latest first. */
export function HistoryList({ onOpened }: { readonly onOpened: () => void }) {
  const runs = runHistory.value;
  return (
    <>
      <ul class="recipe-list">
        {runs.map((steps) => (
          <li key={JSON.stringify(steps)} class="recipe">
            <button
              type="button"
              class="recipe-open"
              onClick={() => {
                openRun(steps);
                onOpened();
              }}
            >
              <span class="gallery-name">{toolsOf(steps)}</span>
              <span class="gallery-about">{count(steps.length, 'step')}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="recipes-foot">
        <p class="fine">
          {runs.length === 0
            ? 'The workflows that you run appear here.'
            : 'The last 50 workflows, kept in this browser: no texts, and none with a key or a secret.'}
        </p>
        <button type="button" class="button quiet" disabled={runs.length === 0} onClick={clearHistory}>
          Clear
        </button>
      </div>
    </>
  );
}
