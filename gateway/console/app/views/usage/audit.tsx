import { useState } from 'preact/hooks';
import { AccountLink } from '../../parts/account-link.js';
import { Field } from '../../parts/field.js';
import { Notice } from '../../parts/notice.js';
import { useDocument } from '../../session/document.js';
import { isOperator } from '../../session/session-store.js';

type Values = Readonly<Record<string, unknown>>;

/** An entry as in `GET /audit`. */
interface Entry {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly actor: {
    readonly kind: string;
    readonly sessionId?: string;
    readonly user?: string;
    readonly keyId?: string;
  };
  readonly address: string | null;
  readonly requestId: string | null;
  readonly action: string;
  readonly target: { readonly kind: string; readonly id: string | null; readonly accountId: string | null };
  readonly before?: Values;
  readonly after?: Values;
}

/** What can be looked for. Not imported: each has a sentence there. */
const actions: readonly string[] = (
  'key.create key.revoke key.rotate key.set-origins key.set-label key.set-limits key.set-enabled ' +
  'account.create account.set-name account.set-limits account.set-enabled workflow.put workflow.delete ' +
  'invitation.create invitation.delete sign-in-link.create session.sign-in session.sign-in-failed session.sign-out ' +
  'session.end session.end-all admin-token.refused export backup restore'
).split(' ');

const days = ['from', 'to'] as const;

/** Who changed what, the newest first. @param path - of the log, up to the `?` or a `&`. */
export function Audit({ path, heading: Heading }: { readonly path: string; readonly heading: 'h1' | 'h2' }) {
  const [filter, setFilter] = useState<Readonly<Record<string, string>>>({});
  const asked = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
  const shown = useDocument<{ entries: readonly Entry[]; next: string | null }>(
    `${path}order=newest&limit=50&${asked}`,
    60_000,
  );
  // Another question begins with its first page.
  const ask = (changed: Readonly<Record<string, string>>) => setFilter({ ...filter, after: '', ...changed });
  return (
    <section class="audit">
      <Heading>Audit log</Heading>
      <div class="row">
        <Field label="Action">
          {(ids) => (
            <select
              {...ids}
              value={filter.action}
              onChange={({ currentTarget }) => ask({ action: currentTarget.value })}
            >
              <option value="">All</option>
              {actions.map((action) => (
                <option key={action}>{action}</option>
              ))}
            </select>
          )}
        </Field>
        {days.map((name) => (
          <Field key={name} label={`Day (UTC), ${name}`}>
            {(ids) => (
              <input
                {...ids}
                type="date"
                value={filter[name]}
                onChange={({ currentTarget }) => ask({ [name]: currentTarget.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {shown.problem !== '' && <Notice kind="error">{shown.problem}</Notice>}
      {shown.body?.entries.length === 0 && <p role="status">No entries.</p>}
      <ol class="sessions" aria-busy={shown.body === undefined}>
        {shown.body?.entries.map((entry) => (
          <Line key={entry.id} {...entry} />
        ))}
      </ol>
      <div class="row">
        {filter.after && (
          <button type="button" class="button" onClick={() => ask({})}>
            First page
          </button>
        )}
        {shown.body?.next && (
          <button type="button" class="button" onClick={() => ask({ after: shown.body?.next ?? '' })}>
            Next page
          </button>
        )}
      </div>
    </section>
  );
}

function Line({ at, actor, address, requestId, action, target: { kind, id, accountId }, before, after }: Entry) {
  const names = Object.keys({ ...before, ...after });
  const said = (value: unknown) => (value === undefined ? '–' : JSON.stringify(value));
  return (
    <li>
      <span>
        <strong>{action}</strong> {kind}{' '}
        {kind === 'account' && id !== null ? <AccountLink id={id} /> : <code>{id}</code>}
        {names.map((name) => ` ${name}: ${before ? `${said(before[name])} → ` : ''}${said(after?.[name])}`).join(',')}
        <span class="fine">
          <time dateTime={at} title={`${at}, UTC`}>
            {new Date(at).toLocaleString()}
          </time>
          ,{' '}
          {[actor.kind, actor.user, actor.keyId, actor.sessionId, address, requestId].filter((part) => part).join(', ')}
          {isOperator.value && accountId !== null && (
            <>
              , account <AccountLink id={accountId} />
            </>
          )}
        </span>
      </span>
    </li>
  );
}
