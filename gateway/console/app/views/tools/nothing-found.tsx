import { query } from './tool-query.js';

/** Stands where a search finds nothing. */
export function NothingFound() {
  return (
    <div class="nothing-found">
      <p>No tool has all of these words in its name or description.</p>
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
