import { useEffect, useRef, useState } from 'preact/hooks';
import { type Session, signOut } from '../session/session-store.js';
import { sendAsOperator } from '../session/user-requests.js';
import { Notice } from './notice.js';
import { Timestamp } from './timestamp.js';

/** All signed-in browsers, for the operator, who can end each session. */
export function Sessions() {
  const [sessions, setSessions] = useState<readonly Session[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const [problem, setProblem] = useState('');
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      setProblem('');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const load = () =>
    attempt(async () => setSessions((await sendAsOperator<{ sessions: Session[] }>('GET', '/sessions')).sessions));
  useEffect(() => {
    void load();
  }, []);
  const end = ({ id, current }: Session) => {
    if (current) return signOut();
    void attempt(async () => {
      await sendAsOperator('DELETE', `/sessions/${id}`);
      await load();
      // The button that was pressed is gone.
      heading.current?.focus();
    });
  };
  return (
    <section class="stack signed-in-browsers" aria-labelledby="sessions-title">
      <h3 ref={heading} id="sessions-title" tabIndex={-1}>
        Signed-in browsers
      </h3>
      {problem !== '' && <Notice kind="error">{problem}</Notice>}
      {sessions.length === 0 && problem === '' && <p class="fine">None.</p>}
      <ul class="sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <span>
              {session.browser}
              {session.current && ' (this one)'}
              <span class="fine">
                {session.accountId === null ? 'Operator' : `Account ${session.accountId}`}, used{' '}
                <Timestamp at={session.lastUsedAt} />
              </span>
            </span>
            <button
              type="button"
              class="button"
              aria-label={`End the session of ${session.browser}${session.current ? ' (this one)' : ''}`}
              onClick={() => end(session)}
            >
              End
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
