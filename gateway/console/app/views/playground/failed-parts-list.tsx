import { count } from '../../parts/text-pane/text-pane.js';
import { numbers, titleOfStep } from './cards-store.js';
import { failedParts, output } from './run-store.js';
import { showPart } from './show-part.js';
import { nameOf } from './step-run.js';

/** The parts whose steps failed, each with its line, the reason, and the way to it. */
export function FailedParts() {
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
