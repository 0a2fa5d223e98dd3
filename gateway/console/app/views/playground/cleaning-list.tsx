import { useState } from 'preact/hooks';
import { cleanings, followCleaning, hasRoomToClean } from './cleaning-store.js';

/** The most suggestions that are shown at first. */
const shownAtFirst = 5;

/** What the text can be cleaned of, each with the step that does it. @param leave - takes the focus of the last one. */
export function CleaningList({ leave }: { readonly leave: () => void }) {
  const [areAllShown, showAll] = useState(false);
  const all = cleanings.value;
  const shown = areAllShown ? all : all.slice(0, shownAtFirst);
  if (all.length === 0) return null;
  return (
    <div class="cleaning">
      <ul aria-label="To clean">
        {shown.map((finding) => (
          <li key={finding.id}>
            <button
              type="button"
              class="cleaning-button"
              disabled={!hasRoomToClean(finding)}
              onClick={({ currentTarget }) => {
                const item = currentTarget.closest('li');
                const next = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button');
                followCleaning(finding);
                // The button goes with what it has cured.
                if (next == null) leave();
                else next.focus();
              }}
            >
              <span>{finding.label}</span>
              <span class="cleaning-action">{finding.action}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < all.length && (
        <button type="button" class="button quiet" onClick={() => showAll(true)}>
          {all.length - shown.length} more
        </button>
      )}
    </div>
  );
}
