import { useEffect, useRef } from 'preact/hooks';
import { type Session, signOut } from '../session/session-store.js';
import { AccountLink } from './account-link.js';
import { Notice } from './notice.js';
import { endSessionOf, openSessions, sessions, sessionsProblem } from './sessions-store.js';
import { closeSignIn } from './sign-in-store.js';
import { Timestamp } from './timestamp.js';

/** All signed-in browsers, for the operator, who can end each session. */
export function Sessions() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    void openSessions();
  }, []);
  const end = async (session: Session) => {
    if (session.current) signOut();
    // The button that was pressed is gone.
    else if (await endSessionOf(session)) heading.current?.focus();
  };
  const problem = sessionsProblem.value;
  return (
    <section class="stack signed-in-browsers" aria-labelledby="sessions-title">
      <h3 ref={heading} id="sessions-title" tabIndex={-1}>
        Signed-in browsers
      </h3>
      {problem !== '' && <Notice kind="error">{problem}</Notice>}
      {sessions.value.length === 0 && problem === '' && <p class="fine">None.</p>}
      <ul class="sessions">
        {sessions.value.map((session) => (
          <li key={session.id}>
            <span>
              {session.browser}
              {session.current && ' (this one)'}
              <span class="fine">
                {session.accountId === null ? (
                  'Operator'
                ) : (
                  <>
                    Account <AccountLink id={session.accountId} onFollow={closeSignIn} />
                  </>
                )}
                , used <Timestamp at={session.lastUsedAt} />
              </span>
            </span>
            <button
              type="button"
              class="button"
              aria-label={`End the session of ${session.browser}${session.current ? ' (this one)' : ''}`}
              onClick={() => void end(session)}
            >
              End
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
