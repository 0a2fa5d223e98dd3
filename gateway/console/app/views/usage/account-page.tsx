import { useState } from 'preact/hooks';
import { type Action, useAction } from '../../parts/action.js';
import { Field } from '../../parts/field.js';
import { LimitField, limitDraft, readLimit, wrongLimit } from '../../parts/limit-field.js';
import { Notice } from '../../parts/notice.js';
import { SaveRow } from '../../parts/save-row.js';
import { Switch } from '../../parts/switch.js';
import { Timestamp } from '../../parts/timestamp.js';
import { useWrongField } from '../../parts/wrong-field.js';
import { useDocument } from '../../session/document.js';
import { sendAsOperator } from '../../session/user-requests.js';
import { Keys } from '../keys/keys-view.js';
import { AccountUsageView } from './account-usage.js';
import { Audit } from './audit.js';
import { Months } from './months.js';
import { OwnerAccess } from './owner-access.js';
import type { Account } from './responses.js';

/** How often the account is loaded, in milliseconds. */
const everyMs = 15_000;

/** One account, for the operator: its settings, usage, owner, keys and audit log. */
export function AccountPage({ id }: { readonly id: string }) {
  const path = `/accounts/${encodeURIComponent(id)}`;
  const { body: account, problem, show } = useDocument<Account>(path, everyMs);
  /** @param member - of the path, and what is changed. */
  const save = async (member: string, body: object) =>
    show(await sendAsOperator<Account>('PUT', `${path}/${member}`, { body }));
  return (
    <div class="usage">
      <div>
        <h1>{account?.name ?? 'Account'}</h1>
        <p>
          <code>{id}</code>
        </p>
      </div>
      {problem !== '' && <Notice kind="error">{problem}</Notice>}
      {account !== undefined && (
        <>
          <Settings account={account} save={save} />
          <AccountUsageView accountId={id} heading={<h2>Usage</h2>} />
          <Months path={`/usage/days?accountId=${encodeURIComponent(id)}&`} />
          <OwnerAccess accountId={id} />
          <section>
            <Keys of={id} />
          </section>
          <Audit path={`/audit?accountId=${encodeURIComponent(id)}&`} heading="h2" />
        </>
      )}
    </div>
  );
}

interface SettingsProps {
  readonly account: Account;
  readonly save: (member: string, body: object) => Promise<void>;
}

function Settings({ account, save }: SettingsProps) {
  const { plan, externalId, createdAt, enabled } = account;
  return (
    <section class="account-settings">
      <dl class="facts">
        <dt>Status</dt>
        <dd>
          <span class={`status${enabled ? ' live' : ''}`}>{enabled ? 'Enabled' : 'Disabled'}</span>
        </dd>
        <dt>Plan</dt>
        <dd>{plan}</dd>
        <dt>Your id</dt>
        <dd>{externalId ?? '–'}</dd>
        <dt>Created</dt>
        <dd>
          <Timestamp at={createdAt} />
        </dd>
      </dl>
      <NameForm account={account} save={save} />
      <LimitsForm account={account} save={save} />
      <Switch name="the account" isEnabled={enabled} save={(isEnabled) => save('enabled', { enabled: isEnabled })} />
    </section>
  );
}

function NameForm({ account, save }: SettingsProps) {
  const action = useAction();
  const form = useWrongField(action.problem);
  const saved = account.name ?? '';
  // Undefined until the user types: what is saved may change elsewhere.
  const [typed, setTyped] = useState<string>();
  const name = (typed ?? saved).trim();
  const submit = async (event: Event) => {
    event.preventDefault();
    await action.run(async () => {
      await save('name', { name: name === '' ? null : name });
      // Unless the user has typed since.
      setTyped((now) => (now === typed ? undefined : now));
    }, 'Saved');
  };
  return (
    <form ref={form} class="key-part" onSubmit={submit} noValidate>
      <Field label="Name" error={action.problem}>
        {(ids) => (
          <input
            {...ids}
            autocomplete="off"
            value={typed ?? saved}
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value);
              action.say();
            }}
          />
        )}
      </Field>
      <SaveRow name="name" action={action} isChanged={name !== saved} />
    </form>
  );
}

const limits = [
  ['dailyQuota', 'Daily quota', 'Requests in 24 hours, of all its keys together.'],
  ['burstPerMinute', 'Burst of a key', 'Requests per minute of each of its keys.'],
] as const;

function LimitsForm({ account, save }: SettingsProps) {
  const action = useAction();
  const form = useWrongField(action.problem);
  const [typed, setTyped] = useState<Partial<Record<'dailyQuota' | 'burstPerMinute', ReturnType<typeof limitDraft>>>>(
    {},
  );
  const submit = async (event: Event) => {
    event.preventDefault();
    const body = Object.fromEntries(Object.entries(typed).map(([name, draft]) => [name, readLimit(draft)]));
    const wrong = Object.keys(body).find((name) => Number.isNaN(body[name]));
    if (wrong !== undefined) return action.say(wrongLimit, wrong);
    await action.run(async () => {
      await save('limits', body);
      setTyped((now) => (now === typed ? {} : now));
    }, 'Saved');
  };
  return (
    <form ref={form} class="key-part" onSubmit={submit} noValidate>
      {limits.map(([name, label, help]) => (
        <LimitField
          key={name}
          label={label}
          help={help}
          setting="The setting"
          value={typed[name] ?? limitDraft(account[name])}
          error={problemOf(action, name)}
          onInput={(draft) => {
            setTyped({ ...typed, [name]: draft });
            action.say();
          }}
        />
      ))}
      {action.path === '' && action.problem !== '' && <Notice kind="error">{action.problem}</Notice>}
      <SaveRow name="limits" action={action} isChanged={Object.keys(typed).length > 0} />
    </form>
  );
}

function problemOf({ path, reason, problem }: Action, name: string): string {
  return path === name ? `This ${reason || problem}` : '';
}
