import { isOwner } from '../../session/credentials.js';
import { type KeyOrder, orderAfterClick, type SortColumn } from './key-order.js';

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
export function KeyOrderChoice({ order, onOrder }: KeyOrderChoiceProps) {
  const shown = columns.filter(([column]) => column !== 'account' || !isOwner.value);
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
