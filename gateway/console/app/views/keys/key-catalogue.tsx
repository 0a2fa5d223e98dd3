import { useEffect, useState } from 'preact/hooks';
import { useMedia } from '../../parts/media.js';
import { EmptyState, Notice } from '../../parts/notice.js';
import { count } from '../../parts/text-pane.js';
import { reachable } from '../../session/reachability.js';
import type { Key } from './key.js';
import { KeyCards } from './key-cards.js';
import { filterKeys, type StatusFilter } from './key-filter.js';
import { announcement, isLoading, keys, listProblem, loadAll, loadKeys, loadMore, next } from './key-list.js';
import { KeyTable } from './key-table.js';

/** The list of keys with its filter. */
export function KeyCatalogue() {
  const [text, setText] = useState('');
  const [status, setStatus] = useState<StatusFilter>('active');
  const isNarrow = useMedia('(max-width: 70rem)');
  const all = keys.value;
  const isLookedThrough = all !== undefined && reachable.value && text.trim() !== '';
  useEffect(() => {
    if (!isLookedThrough) return;
    const control = new AbortController();
    void loadAll(control.signal);
    return () => control.abort();
  }, [isLookedThrough]);
  if (all === undefined) return <Unloaded />;
  if (all.length === 0) return <NoKeys />;
  const shown = filterKeys(all, text, status);
  return (
    <>
      <div class="keys-filter">
        <label class="off-screen" for="keys-search">
          Search keys
        </label>
        <input
          id="keys-search"
          type="search"
          autocomplete="off"
          spellcheck={false}
          placeholder="Label, last four characters, account, origin"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <label class="off-screen" for="keys-status">
          Status
        </label>
        <select
          id="keys-status"
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value as StatusFilter)}
        >
          <option value="active">Active</option>
          <option value="revoked">Revoked</option>
          <option value="all">All</option>
        </select>
        <p class="fine keys-count" role="status">
          {countLine(shown.length, all.length)}
        </p>
      </div>
      <p class="fine keys-said" role="status" aria-live="polite">
        {listProblem.value === '' ? announcement.value : listProblem.value}
      </p>
      {shown.length === 0 ? <NothingFound /> : listOf(shown, isNarrow)}
      {next.value !== null && (
        <div class="keys-more">
          <button type="button" class="button" aria-disabled={isLoading.value} onClick={loadMore}>
            Load more
          </button>
          <p class="fine">
            {isLoading.value && text.trim() !== ''
              ? 'Looking through the other keys…'
              : `There are more than these ${all.length.toLocaleString('en')}.`}
          </p>
        </div>
      )}
    </>
  );
}

function listOf(shown: readonly Key[], isNarrow: boolean) {
  return isNarrow ? <KeyCards shown={shown} /> : <KeyTable shown={shown} />;
}

function countLine(shown: number, all: number): string {
  return shown === all ? count(all, 'key') : `${shown.toLocaleString('en')} of ${count(all, 'key')}`;
}

function Unloaded() {
  if (listProblem.value === '') {
    return (
      <div class="keys-skeleton" role="status">
        <span class="off-screen">Loading the keys…</span>
      </div>
    );
  }
  const again = (
    <button type="button" class="button" onClick={() => void loadKeys()}>
      Try again
    </button>
  );
  return (
    <Notice kind="error" action={again}>
      {listProblem.value}
    </Notice>
  );
}

function NoKeys() {
  return (
    <EmptyState title="No keys yet">
      <p>A key lets a program use the tools. Create one with the button above; its secret is shown once.</p>
    </EmptyState>
  );
}

function NothingFound() {
  const isMore = next.value !== null;
  if (isMore && isLoading.value) return <EmptyState title="None so far" />;
  return (
    <EmptyState title="No key fits">
      <p>
        {isMore ? 'Load more keys, or search for something else.' : 'Search for something else, or another status.'}
      </p>
    </EmptyState>
  );
}
