import { useAction } from '../../parts/action.js';
import { tickingNow } from '../../parts/clock-store.js';
import { Field } from '../../parts/field.js';
import { LimitField, readLimit, wrongLimit } from '../../parts/limit-field.js';
import { Notice } from '../../parts/notice.js';
import { SaveRow } from '../../parts/save-row.js';
import { count } from '../../parts/text-pane/text-pane.js';
import { Until } from '../../parts/timestamp.js';
import { useWrongField } from '../../parts/wrong-field.js';
import { isOwner } from '../../session/session-store.js';
import type { Key, KeyBounds } from './key.js';
import { originProblem, typedLines } from './origin-lines.js';
import { editKey, type LimitsDraft, limitsOf, type OfDraft, operations, saveLimits } from './store.js';

/** @param networks - what to say of some networks. */
function inWords(
  { burstPerMinute, operations, addresses }: KeyBounds,
  networks: (of: readonly string[]) => string,
): string[] {
  return [
    ...(burstPerMinute === null ? [] : [`${burstPerMinute || 'any number'} a minute`]),
    ...(operations ? [operations.join(', ') || 'no operation'] : []),
    ...(addresses ? [networks(addresses)] : []),
  ];
}

/** What a key may do, in a few words; nothing without limits. */
export function Limits({ of: bounds }: { readonly of: KeyBounds }) {
  const { expiresAt, addresses } = bounds;
  const said = inWords(bounds, (of) => (of.length === 1 ? String(of) : count(of.length, 'network')));
  const isAhead = expiresAt !== null && Date.parse(expiresAt) > tickingNow();
  if (!isAhead && said.length === 0) return null;
  return (
    <small class="keys-old-secret" title={addresses?.join('\n')}>
      {isAhead && (
        <>
          Ends <Until at={expiresAt} />
          {said.length > 0 && '; '}
        </>
      )}
      {said.join('; ')}
    </small>
  );
}

/** Who has set what, in full, as terms of the list of facts. */
export function SetBy({ of: { setBy } }: { readonly of: Key }) {
  return (['operator', 'owner'] as const).map((who) => {
    const bounds = setBy[who];
    if (bounds === null) return null;
    const { expiresAt, enabled } = bounds;
    const said = inWords(bounds, (of) => of.join(', '));
    if (expiresAt !== null) said.unshift(`Ends ${new Date(expiresAt).toLocaleString()}`);
    if (!enabled) said.push('disabled');
    return (
      said.length > 0 && (
        <>
          <dt>Set by {who}</dt>
          <dd>{said.join('; ')}</dd>
        </>
      )
    );
  });
}

/** Edits what a key may do, as far as the user sets it: an operator, or the owner of its account. */
export function EditLimits({ draft: { limits }, managed }: OfDraft) {
  const action = useAction();
  const form = useWrongField(action.problem);
  const { problem, path, reason } = action;
  const saved = limitsOf(managed);
  const changed = (Object.keys(saved) as (keyof LimitsDraft)[]).filter(
    (name) => JSON.stringify(saved[name]) !== JSON.stringify(limits[name]),
  );
  const change = (part: Partial<LimitsDraft>) => {
    editKey({ limits: { ...limits, ...part } });
    action.say();
  };
  const errorOf = (name: string) => {
    if (!path.startsWith(name)) return '';
    return name === 'addresses' ? originProblem(action, limits.addresses) : `This ${reason || problem}`;
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const burst = readLimit(limits.burstPerMinute);
    if (Number.isNaN(burst)) return action.say(wrongLimit, 'burstPerMinute');
    // A date that is typed in part has no value.
    if (form.current?.querySelector('input:invalid')) return action.say('must be a date and a time', 'expiresAt');
    if (limits.operations.length === 0) return action.say('must be at least one', 'operations');
    const networks = typedLines(limits.addresses).map(({ line }) => line);
    const all = {
      expiresAt: limits.expiresAt === '' ? null : new Date(limits.expiresAt).toISOString(),
      burstPerMinute: burst,
      operations: limits.operations.length === operations.length ? null : limits.operations,
      addresses: networks.length === 0 ? null : networks,
    };
    // Only what was changed: an end that has passed would be refused.
    const body = Object.fromEntries(changed.map((name) => [name, all[name]]));
    await action.run(() => saveLimits(managed, body), 'Saved');
  };
  return (
    <form ref={form} class="key-part" onSubmit={submit} noValidate>
      <h3>What it may do</h3>
      {isOwner.value && <p class="fine">You can narrow what the operator has set.</p>}
      <Field label="Ends" help="Your local time. Empty: never." error={errorOf('expiresAt')}>
        {(ids) => (
          <input
            {...ids}
            type="datetime-local"
            value={limits.expiresAt}
            onInput={({ currentTarget }) => change({ expiresAt: currentTarget.value })}
          />
        )}
      </Field>
      <LimitField
        label="Requests per minute"
        help="The burst of this key."
        setting="As the account"
        mayBeNone={!isOwner.value}
        value={limits.burstPerMinute}
        error={errorOf('burstPerMinute')}
        onInput={(burstPerMinute) => change({ burstPerMinute })}
      />
      <fieldset class="field">
        <legend>Operations</legend>
        <div class="choices">
          {operations.map((name) => (
            <label key={name} class="check">
              <input
                type="checkbox"
                aria-invalid={path === 'operations' || undefined}
                checked={limits.operations.includes(name)}
                onChange={({ currentTarget: { checked } }) =>
                  change({
                    operations: operations.filter((each) =>
                      each === name ? checked : limits.operations.includes(each),
                    ),
                  })
                }
              />
              {name}
            </label>
          ))}
        </div>
        <p class="hint wrong" role="alert">
          {errorOf('operations')}
        </p>
      </fieldset>
      <Field
        label="Addresses, one network per line"
        help="Such as 192.0.2.0/24. Empty: everywhere."
        error={errorOf('addresses')}
      >
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            spellcheck={false}
            value={limits.addresses}
            onInput={({ currentTarget }) => change({ addresses: currentTarget.value })}
          />
        )}
      </Field>
      {path === '' && problem !== '' && <Notice kind="error">{problem}</Notice>}
      <SaveRow name="limits" action={action} isChanged={changed.length > 0} />
    </form>
  );
}
