import { addressOf } from '../session/router-store.js';

export interface AccountLinkProps {
  readonly id: string;
  /** Instead of the id. */
  readonly name?: string;
  /** Closes what the link is in. */
  readonly onFollow?: () => void;
}

/** Leads to the page of an account: for the operator any, for an owner the own one. */
export function AccountLink({ id, name = '', onFollow }: AccountLinkProps) {
  return (
    <a class="account-link" href={addressOf(`usage/${id}`)} title={`Account ${id}`} onClick={onFollow}>
      {name || <code>{id}</code>}
    </a>
  );
}
