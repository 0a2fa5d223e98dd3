import { useEffect, useState } from 'preact/hooks';
import { EmptyState, Notice } from '../../parts/notice.js';
import { count } from '../../parts/text-pane/text-pane.js';
import { reachable } from '../../session/reachability-store.js';
import { KeyCards } from './key-cards.js';
import { filterKeys, type StatusFilter } from './key-filter.js';
import { type KeyOrder, orderAfterClick, type SortColumn, sortKeys, usualOrder } from './key-order.js';
import { KeyTable } from './key-table.js';
import {
  announcement,
  isLoading,
  isOfOneAccount,
  keys,
  listProblem,
  loadAll,
  loadKeys,
  loadMore,
  next,
} from './store.js';

/** Keys on the page at first, and with each click on *Show more*: thousands of rows would make it slow. */
const rowsAtOnce = 200;

/** The list of keys with its filter. */
export function KeyCatalogue() {
  const [text, setText] = useState('');
  const [status, setStatus] = useState<StatusFilter>('active');
  const [order, setOrder] = useState(usualOrder);
  const [mostRows, setMostRows] = useState(rowsAtOnce);
  const isNarrow = useMedia('(max-width: 78rem)');
  const all = keys.value;
  // The gateway lists the oldest first, so the order and a search need all keys.
  const isBegun = all !== undefined && reachable.value;
  useEffect(() => {
    if (!isBegun) return;
    const control = new AbortController();
    void loadAll(control.signal);
    return () => control.abort();
  }, [isBegun]);
  if (all === undefined) return <Unloaded />;
  if (all.length === 0) return <NoKeys />;
  const shown = sortKeys(filterKeys(all, text, status), order);
  const rows = shown.slice(0, mostRows);
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
          placeholder={`Label, last four characters, ${isOfOneAccount.value ? '' : 'account, '}origin`}
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
        {isNarrow && <KeyOrderChoice order={order} onOrder={setOrder} />}
        <p class="fine keys-count" role="status">
          {countLine(shown.length, all.length)}
        </p>
      </div>
      <p class="fine keys-said" role="status" aria-live="polite">
        {listProblem.value === '' ? announcement.value : listProblem.value}
      </p>
      {shown.length === 0 && <NothingFound />}
      {shown.length > 0 && isNarrow && <KeyCards shown={rows} />}
      {shown.length > 0 && !isNarrow && <KeyTable shown={rows} order={order} onOrder={setOrder} />}
      {rows.length < shown.length && (
        <div class="keys-more">
          <button type="button" class="button" onClick={() => setMostRows(mostRows + rowsAtOnce)}>
            Show more
          </button>
          <p class="fine">{`${(shown.length - rows.length).toLocaleString('en')} more`}</p>
        </div>
      )}
      {next.value !== null && (
        <div class="keys-more">
          <button type="button" class="button" aria-disabled={isLoading.value} onClick={loadMore}>
            Load more
          </button>
          <p class="fine">
            {isLoading.value
              ? 'Loading the other keys…'
              : `There are more than these ${all.length.toLocaleString('en')}.`}
          </p>
        </div>
      )}
    </>
  );
}

/** What the headers of the table are called. */
const columns: readonly (readonly [column: SortColumn, name: string])[] = [
  ['created', 'Created'],
  ['used', 'Last used'],
  ['requests', 'Requests, 24 h'],
  ['label', 'Key'],
  ['environment', 'Environment'],
  ['plan', 'Plan'],
  ['account', 'Account'],
  ['status', 'Status'],
];

interface KeyOrderChoiceProps {
  readonly order: KeyOrder;
  readonly onOrder: (order: KeyOrder) => void;
}

/** Sorts the cards, which have no headers to press. */
function KeyOrderChoice({ order, onOrder }: KeyOrderChoiceProps) {
  const shown = columns.filter(([column]) => column !== 'account' || !isOfOneAccount.value);
  const other = order.descending ? 'ascending' : 'descending';
  return (
    <div class="keys-order">
      <label class="fine" for="keys-order">
        Sort by
      </label>
      <select
        id="keys-order"
        value={order.column}
        onChange={({ currentTarget }) => onOrder(orderAfterClick(order, currentTarget.value as SortColumn))}
      >
        {shown.map(([column, name]) => (
          <option key={column} value={column}>
            {name}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="button icon"
        aria-label={`Sort ${other}`}
        title={`Sort ${other}`}
        onClick={() => onOrder(orderAfterClick(order, order.column))}
      >
        {order.descending ? '↓' : '↑'}
      </button>
    </div>
  );
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

/** Returns whether a media query matches now. */
function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => setHolds(list.matches);
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [query]);
  return holds;
}
