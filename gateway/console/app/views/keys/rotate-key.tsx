import { useState } from 'preact/hooks';
import { useAction } from '../../parts/action.js';
import { Field } from '../../parts/field.js';
import { useWrongField } from '../../parts/wrong-field.js';
import { graces, readGrace } from './grace.js';
import type { Key } from './key.js';
import { rotateKey } from './store.js';

/** The choice to type seconds. */
const own = 'own';

/** Gives a key a new secret. */
export function RotateKey({ managed }: { readonly managed: Key }) {
  const action = useAction();
  const form = useWrongField(action.problem);
  const [choice, setChoice] = useState('86400');
  const [seconds, setSeconds] = useState('');
  const submit = async (event: Event) => {
    event.preventDefault();
    const graceSeconds = readGrace(choice === own ? seconds : choice);
    if (graceSeconds === undefined) return action.say('Seconds must be a whole number from 0 to 604800 (7 days).');
    await action.run(() => rotateKey(managed, graceSeconds));
  };
  return (
    <form ref={form} class="key-part" onSubmit={submit} noValidate>
      <h3>Rotate</h3>
      <div class="key-grace">
        <Field
          label="The old secret"
          help="The key gets a new secret, which is shown once."
          error={choice === own ? '' : action.problem}
        >
          {(ids) => (
            <select {...ids} value={choice} onChange={({ currentTarget }) => setChoice(currentTarget.value)}>
              {graces.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
              <option value={own}>Stays valid for a number of seconds</option>
            </select>
          )}
        </Field>
        {choice === own && (
          <Field label="Seconds" help="At most 604800, which is 7 days." error={action.problem}>
            {(ids) => (
              <input
                {...ids}
                inputMode="numeric"
                autocomplete="off"
                value={seconds}
                onInput={({ currentTarget }) => {
                  setSeconds(currentTarget.value);
                  action.say();
                }}
              />
            )}
          </Field>
        )}
      </div>
      <div class="row">
        <button type="submit" class="button" aria-disabled={action.isBusy}>
          Rotate secret
        </button>
        <span class="fine" role="status">
          {action.note}
        </span>
      </div>
    </form>
  );
}
