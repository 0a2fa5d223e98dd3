import type { Key } from './key.js';
import { Account, Created, Environment, LastUsed, ManageButton, Name, Origins, Status } from './key-facts.js';

/** Keys on a wide screen, with all facts. */
export function KeyTable({ shown }: { readonly shown: readonly Key[] }) {
  return (
    <table class="keys-table">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Environment</th>
          <th scope="col">Plan</th>
          <th scope="col">Account</th>
          <th scope="col">Origins</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Status</th>
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
            <td>
              <Account of={key} />
            </td>
            <td>
              <Origins of={key} />
            </td>
            <td>
              <Created of={key} />
            </td>
            <td>
              <LastUsed of={key} />
            </td>
            <td>
              <Status of={key} />
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
