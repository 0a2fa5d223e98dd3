import { search } from './store.js';

/** Shown when a search finds nothing. */
export function NothingFound() {
  return (
    <div class="nothing-found">
      <p>No tool fits these words.</p>
      <button type="button" class="button" onClick={() => search('')}>
        Show all tools
      </button>
    </div>
  );
}
