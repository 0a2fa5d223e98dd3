import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { forgetKey, isOperator, keyEnding, signIn, signOut, useKey } from '../session/credentials.js';
import { CopyButton } from './copy-button.js';
import { Field } from './field.js';
import { Modal } from './modal.js';
import { Notice } from './notice.js';

/** Prints the token of a Textmill with the default data folder. */
const tokenCommand = 'cat data/admin-token';
/** The form of API keys. */
const keyPattern = /^svc_(?:live|dev)_[A-Za-z0-9]{32,}$/;
/** Characters that a header or a token cannot contain. */
const unsendable = /[^\x21-\x7e]/;

const isOpen = signal(false);

/** Opens the sign-in dialog. */
function openAccess(): void {
  isOpen.value = true;
}

/** The button of the header that shows who is signed in, and its dialog. */
export function Access() {
  return (
    <>
      <button type="button" class="button access" aria-haspopup="dialog" onClick={openAccess}>
        {standing()}
      </button>
      {isOpen.value && <AccessDialog />}
    </>
  );
}

function standing(): string {
  if (isOperator.value) return 'Operator';
  return keyEnding.value === '' ? 'Sign in' : `Key …${keyEnding.value}`;
}

function AccessDialog() {
  const close = () => {
    isOpen.value = false;
  };
  const isKnown = isOperator.value || keyEnding.value !== '';
  const content = useRef<HTMLDivElement>(null);
  const wasKnown = useRef(isKnown);
  // After signing out, the focus goes to the field that replaces the button.
  useLayoutEffect(() => {
    if (wasKnown.current && !isKnown) content.current?.querySelector('input')?.focus();
    wasKnown.current = isKnown;
  }, [isKnown]);
  return (
    <Modal title={isKnown ? 'Signed in' : 'Sign in'} onClose={close}>
      <div ref={content}>{isKnown ? <Standing /> : <SignIn onDone={close} />}</div>
      <p class="fine">Secrets stay in this page's memory: reloading it forgets them.</p>
    </Modal>
  );
}

function Standing() {
  return (
    <div class="stack">
      {isOperator.value && <p>You are signed in with the admin token. Texts run with a key of the console's own.</p>}
      {!isOperator.value && <p>Texts run with the API key that ends with {keyEnding.value}.</p>}
      <button type="button" class="button" onClick={() => (isOperator.value ? signOut() : forgetKey())}>
        Sign out
      </button>
    </div>
  );
}

/** Accepts either secret, and tells them apart by their beginning. */
export function SignIn({ onDone = () => {} }: { readonly onDone?: () => void }) {
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    const given = secret.trim();
    if (isBusy) return;
    if (given === '') return setProblem('Paste the admin token or an API key.');
    if (unsendable.test(given))
      return setProblem('A token has only letters, digits and signs of ASCII. Copy it again.');
    if (keyPattern.test(given)) {
      useKey(given);
      return onDone();
    }
    setBusy(true);
    try {
      await signIn(given);
      onDone();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <form class="stack sign-in" onSubmit={submit}>
      <Field label="Admin token or API key" error={problem}>
        {(ids) => (
          <input
            {...ids}
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={secret}
            onInput={({ currentTarget }) => {
              setSecret(currentTarget.value);
              setProblem('');
            }}
          />
        )}
      </Field>
      <button type="submit" class="button primary" aria-disabled={isBusy}>
        Sign in
      </button>
      <div class="hint">
        <p>
          The admin token is ADMIN_TOKEN if that is set, otherwise in the data folder: Textmill printed the path when it
          first started. With the usual folder, this prints it:
        </p>
        <p class="command">
          <code>{tokenCommand}</code>
          <CopyButton text={() => tokenCommand}>Copy command</CopyButton>
        </p>
      </div>
    </form>
  );
}

/** Replaces content that only the operator may see. */
export function OperatorsOnly({ reason }: { readonly reason: string }) {
  const gate = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (reason !== '') gate.current?.querySelector('input')?.focus();
    // The pressed button disappears with the gate: focus what replaces it.
    return () => document.getElementById('content')?.focus({ preventScroll: true });
  }, [reason]);
  return (
    <div ref={gate} class="gate">
      <h2>Sign in as the operator</h2>
      {reason !== '' && <Notice kind="error">{reason}</Notice>}
      <SignIn />
    </div>
  );
}
