import { query } from './tool-query.js';

/** Shown when a search finds nothing. */
export function NothingFound() {
  return (
    <div class="nothing-found">
      <p>No tool fits these words.</p>
      <button
        type="button"
        class="button"
        onClick={() => {
          query.value = '';
        }}
      >
        Show all tools
      </button>
    </div>
  );
}
