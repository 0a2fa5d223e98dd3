import type { Key } from './key.js';
import {
  Account,
  Created,
  Environment,
  LastUsed,
  ManageButton,
  Name,
  OldSecret,
  Origins,
  Requests,
  Status,
} from './key-facts.js';
import { Limits } from './key-limits.js';
import { type KeyOrder, orderAfterClick, type SortColumn } from './key-order.js';
import { isOfOneAccount } from './store.js';

interface Ordered {
  readonly order: KeyOrder;
  readonly onOrder: (order: KeyOrder) => void;
}

/** Keys on a wide screen, with all facts. */
export function KeyTable({ shown, ...ordered }: { readonly shown: readonly Key[] } & Ordered) {
  return (
    <table class="keys-table">
      <thead>
        <tr>
          <Sorter name="Key" column="label" {...ordered} />
          <Sorter name="Environment" column="environment" {...ordered} />
          <Sorter name="Plan" column="plan" {...ordered} />
          {!isOfOneAccount.value && <Sorter name="Account" column="account" {...ordered} />}
          <th scope="col">Origins</th>
          <Sorter name="Created" column="created" {...ordered} />
          <Sorter name="Last used" column="used" {...ordered} />
          <Sorter name="Requests, 24 h" column="requests" isNumber {...ordered} />
          <Sorter name="Status" column="status" {...ordered} />
          <th scope="col">
            <span class="off-screen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((key) => (
          <tr key={key.id} data-revoked={key.revokedAt === null ? undefined : true}>
            <th scope="row">
              <Name of={key} />
            </th>
            <td>
              <Environment of={key} />
            </td>
            <td>{key.plan}</td>
            {!isOfOneAccount.value && (
              <td>
                <Account of={key} />
              </td>
            )}
            <td>
              <Origins of={key} />
            </td>
            <td>
              <Created of={key} />
            </td>
            <td>
              <LastUsed of={key} />
            </td>
            <td class="number">
              <Requests of={key} />
            </td>
            <td>
              <Status of={key} />
              <OldSecret of={key} />
              <Limits of={key} />
            </td>
            <td class="keys-action">
              <ManageButton of={key} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SorterProps extends Ordered {
  readonly name: string;
  readonly column: SortColumn;
  readonly isNumber?: boolean;
}

/** A header whose button sorts by its column, and by a second click the other way round. */
function Sorter({ name, column, isNumber = false, order, onOrder }: SorterProps) {
  const direction = order.descending ? 'descending' : 'ascending';
  const isSorted = order.column === column;
  return (
    <th
      scope="col"
      data-column={column}
      class={isNumber ? 'number' : undefined}
      aria-sort={isSorted ? direction : undefined}
    >
      <button type="button" class="keys-sort" onClick={() => onOrder(orderAfterClick(order, column))}>
        {name}
        <span aria-hidden="true">{isSorted && (order.descending ? ' ↓' : ' ↑')}</span>
      </button>
    </th>
  );
}
