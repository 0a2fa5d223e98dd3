import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  forgetKey,
  isOperator,
  isOwner,
  isSigningIn,
  keyEnding,
  linkProblem,
  managesKeys,
  session,
  signIn,
  signOut,
  tokenBecause,
  useKey,
} from '../session/session-store.js';
import { AccountLink } from './account-link.js';
import { CopyButton } from './copy-button.js';
import { Field } from './field.js';
import { Modal } from './modal.js';
import { Notice } from './notice.js';
import { Sessions } from './sessions.js';
import { closeSignIn, isSignInShown, showSignIn } from './sign-in-store.js';

/** Prints a link that signs in; in the folder of Textmill. */
const linkCommand = 'npx . signin';
/** The same where the package is installed, as in a container. */
const installedLinkCommand = 'textmill signin';
/** The form of API keys. */
const keyPattern = /^svc_(?:live|dev)_[A-Za-z0-9]{32,}$/;
/** Characters that a header or a token cannot contain. */
const unsendable = /[^\x21-\x7e]/;

/** The button of the header that shows who is signed in, and its dialog. */
export function Access() {
  return (
    <>
      <button type="button" class="button access" aria-haspopup="dialog" onClick={showSignIn}>
        {standing()}
      </button>
      {isSignInShown.value && <AccessDialog />}
    </>
  );
}

function standing(): string {
  if (isOwner.value) return 'Account owner';
  if (isOperator.value) return 'Operator';
  return keyEnding.value === '' ? 'Sign in' : `Key …${keyEnding.value}`;
}

function AccessDialog() {
  const isKnown = managesKeys.value || keyEnding.value !== '';
  const content = useRef<HTMLDivElement>(null);
  const wasKnown = useRef(isKnown);
  // After signing out, the focus goes to the field that replaces the button.
  useLayoutEffect(() => {
    if (wasKnown.current && !isKnown) content.current?.querySelector('input')?.focus();
    wasKnown.current = isKnown;
  }, [isKnown]);
  return (
    <Modal title={isKnown ? 'Signed in' : 'Sign in'} onClose={closeSignIn}>
      {linkProblem.value !== '' && <Notice kind="error">{linkProblem.value}.</Notice>}
      <div ref={content}>{isKnown ? <Standing /> : <SignIn onDone={closeSignIn} />}</div>
      {session.value === undefined && tokenBecause.value === '' && (
        <p class="fine">
          The admin token signs this browser in and is then forgotten. A key stays in this page's memory: reloading the
          page forgets it.
        </p>
      )}
    </Modal>
  );
}

function Standing() {
  return (
    <div class="stack">
      {isOperator.value && (
        <p>
          You are signed in {session.value === undefined ? 'with the admin token' : 'as the operator'}. Texts run with a
          key of the console's own.
        </p>
      )}
      {session.value !== undefined && (
        <p class="fine">This browser stays signed in for up to 30 days, or 12 hours without use.</p>
      )}
      {tokenBecause.value !== '' && (
        <p class="fine">{tokenBecause} The token stays in this page's memory: reloading the page forgets it.</p>
      )}
      {isOwner.value && (
        <p>
          You are signed in as the owner of account{' '}
          <AccountLink id={session.value?.accountId ?? ''} onFollow={closeSignIn} />. Texts run with a key that the
          console creates in it, and count against its quota.
        </p>
      )}
      {!managesKeys.value && <p>Texts run with the API key that ends with {keyEnding.value}.</p>}
      <p class="fine">Signing out also forgets the steps and the text that the playground keeps for a reload.</p>
      <button type="button" class="button" onClick={() => (managesKeys.value ? signOut() : forgetKey())}>
        Sign out
      </button>
      {session.value !== undefined && isOperator.value && <Sessions />}
    </div>
  );
}

interface SignInProps {
  /** Whether a key does not help here, so that only the admin token is accepted. */
  readonly needsOperator?: boolean;
  readonly onDone?: () => void;
}

/** Accepts the admin token or an API key, and tells them apart by their form. */
export function SignIn({ needsOperator = false, onDone = () => {} }: SignInProps) {
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    const given = secret.trim();
    if (isBusy) return;
    if (given === '') return setProblem(`Paste the admin token${needsOperator ? '' : ' or an API key'}.`);
    if (unsendable.test(given))
      return setProblem('A token has only letters, digits and signs of ASCII. Copy it again.');
    if (keyPattern.test(given)) {
      if (needsOperator) return setProblem('This view needs the operator; a key can only run texts.');
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
      <Field label={needsOperator ? 'Admin token' : 'Admin token or API key'} error={problem}>
        {(ids) => (
          <input
            {...ids}
            data-first
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
          In the folder of Textmill, this prints a link that signs you in; where it is installed as a package or in a
          container, <code>{installedLinkCommand}</code> does. The admin token is ADMIN_TOKEN, or in the file
          admin-token of the data folder.
        </p>
        <p class="command">
          <code>{linkCommand}</code>
          <CopyButton text={() => linkCommand}>Copy command</CopyButton>
        </p>
      </div>
      <p class="hint">If somebody sent you a link, ask for a new one: each link signs in once.</p>
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
  if (isSigningIn.value) return <p role="status">Signing in…</p>;
  return (
    <div ref={gate} class="gate">
      <h2>Sign in as the operator</h2>
      {reason !== '' && <Notice kind="error">{reason}</Notice>}
      <SignIn needsOperator />
    </div>
  );
}
