import { useEffect, useRef, useState } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.js';
import { Notice } from '../../parts/notice.js';
import { Timestamp } from '../../parts/timestamp.js';
import type { Session } from '../../session/session-store.js';
import { sendAsOperator } from '../../session/user-requests.js';

interface Invitation {
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

interface Access {
  readonly invitations: readonly Invitation[];
  readonly sessions: readonly Session[];
}

/** Who has access to an account as its owner, for the operator: invites, takes invitations back, ends sessions. */
export function OwnerAccess({ accountId }: { readonly accountId: string }) {
  const [access, setAccess] = useState<Access | undefined>(undefined);
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState('');
  const base = `/accounts/${encodeURIComponent(accountId)}`;
  const run = async (work: () => Promise<void> = async () => {}) => {
    try {
      await work();
      const { invitations } = await sendAsOperator<Pick<Access, 'invitations'>>('GET', `${base}/invitations`);
      const { sessions } = await sendAsOperator<Pick<Access, 'sessions'>>('GET', `${base}/sessions`);
      setAccess({ invitations, sessions });
      setProblem('');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const heading = useRef<HTMLHeadingElement>(null);
  /** The button that was pressed goes away with what it ends. */
  const end = (path: string) =>
    run(async () => {
      await sendAsOperator('DELETE', path);
      if (!path.startsWith('/sessions')) setLink('');
      heading.current?.focus();
    });
  // Another account is another component: see its key.
  useEffect(() => void run(), []);
  const invite = () =>
    run(async () => setLink((await sendAsOperator<{ url: string }>('POST', `${base}/invitations`)).url));
  return (
    <section class="stack owner-access" aria-labelledby="owner-access">
      <h2 ref={heading} id="owner-access" tabIndex={-1}>
        Owner
      </h2>
      <p class="fine">The owner signs in with a link and manages the keys of this account, and nothing else.</p>
      {problem !== '' && <Notice kind="error">{problem}</Notice>}
      <div class="row">
        <button type="button" class="button" onClick={invite}>
          Invite the owner
        </button>
        {access !== undefined && access.sessions.length + access.invitations.length > 0 && (
          <button type="button" class="button quiet" onClick={() => end(`${base}/sessions`)}>
            End all access
          </button>
        )}
      </div>
      {link !== '' && (
        <div class="panel invitation" role="status">
          <p>
            <strong>Send this link to the owner</strong> over a channel that you trust. It is shown only now, and signs
            in once, within 7 days.
          </p>
          <p class="command">
            <code class="invitation-link">{link}</code>
            <CopyButton text={() => link}>Copy link</CopyButton>
          </p>
        </div>
      )}
      {access !== undefined && (
        <ul class="sessions">
          {access.invitations.map(({ id, createdAt }) => (
            <li key={id}>
              <span>
                Open invitation
                <span class="fine">
                  Created <Timestamp at={createdAt} />
                </span>
              </span>
              <button
                type="button"
                class="button"
                aria-label={`Take back the invitation of ${new Date(createdAt).toLocaleString()}`}
                onClick={() => end(`${base}/invitations/${id}`)}
              >
                Take back
              </button>
            </li>
          ))}
          {access.sessions.map(({ id, browser, lastUsedAt }) => (
            <li key={id}>
              <span>
                {browser}
                <span class="fine">
                  Signed in, used <Timestamp at={lastUsedAt} />
                </span>
              </span>
              <button
                type="button"
                class="button"
                aria-label={`End the session of ${browser}`}
                onClick={() => end(`/sessions/${id}`)}
              >
                End
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
