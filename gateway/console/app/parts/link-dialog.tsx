import { useEffect, useState } from 'preact/hooks';
import { acceptLink, canRun, declineLink, isOperator, type LinkOffer, type Session } from '../session/session-store.js';
import { AccountLink } from './account-link.js';
import { Modal } from './modal.js';
import { Timestamp } from './timestamp.js';

/** Says whose session a sign-in link begins and which one ends, before anything happens. */
export function LinkDialog({ offer: { begins, ends } }: { readonly offer: LinkOffer }) {
  const isSettled = useSettled();
  return (
    <Modal title="Sign in with this link?" onClose={declineLink}>
      <div class="stack">
        <p>
          The link signs this browser in as{' '}
          {begins.accountId === null || !isOperator.value ? (
            <strong>{holderOf(begins)}</strong>
          ) : (
            <strong>
              the owner of account <AccountLink id={begins.accountId} onFollow={declineLink} />
            </strong>
          )}
          .
        </p>
        {ends === undefined ? (
          <WithoutSession />
        ) : (
          <Ending session={ends} isSame={holderOf(ends) === holderOf(begins)} />
        )}
        <p class="fine">
          Any page can lead you to a link. Sign in only if you know where this one comes from; otherwise you would work
          for somebody else. If you cancel, the link can still be used.
        </p>
        <div class="row">
          <button type="button" class="button" data-first onClick={declineLink}>
            Cancel
          </button>
          <button type="button" class="button primary" disabled={!isSettled} onClick={acceptLink}>
            Sign in as {begins.role === 'operator' ? 'the operator' : 'the owner'}
          </button>
        </div>
      </div>
    </Modal>
  );
}

/** @param isSame - whether the next session is that of the same user. */
function Ending({ session, isSame }: { readonly session: Session; readonly isSame: boolean }) {
  return (
    <p>
      It ends the session of <strong>{holderOf(session)}</strong> that began <Timestamp at={session.createdAt} />
      {isSame ? '' : ', and the playground forgets its text'}.
    </p>
  );
}

function WithoutSession() {
  return <p>{canRun.value ? 'This page forgets the key or token that it has.' : 'No session of this browser ends.'}</p>;
}

function holderOf({ accountId }: LinkOffer['begins']): string {
  return accountId === null ? 'the operator' : `the owner of account ${accountId}`;
}

/** As long as browsers wait in their own prompts, in milliseconds. */
const settlingMs = 500;

/**
 * Whether the user can have seen what is shown: it has been there for a moment, and the page has had the focus. Another
 * page can put this one under a pointer that is about to press something else, or under the second press of two.
 */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    let timer = 0;
    const settle = () => {
      clearTimeout(timer);
      setSettled(false);
      timer = setTimeout(() => setSettled(true), settlingMs);
    };
    settle();
    addEventListener('focus', settle);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', settle);
    };
  }, []);
  return isSettled;
}
