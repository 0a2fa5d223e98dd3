import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.js';
import { Modal } from '../../parts/modal.js';
import { Tabs } from '../../parts/tabs.js';
import { keySnippets } from '../../session/request-snippets.js';
import { focusKey } from './focus-key.js';
import { forgetSecret, type ShownSecret } from './store.js';

/** Shows a secret, once. Asks before it is closed uncopied. */
export function SecretDialog({ shown }: { readonly shown: ShownSecret }) {
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (isCopied) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isCopied]);
  const end = () => {
    forgetSecret(shown);
    focusKey(shown.keyId);
  };
  // Closed while it was still being copied: no question is needed.
  useEffect(() => {
    if (isAsking && isCopied) end();
  }, [isAsking, isCopied]);
  if (isAsking) return <Question key="question" onBack={() => setAsking(false)} onEnd={end} />;
  return (
    <Modal key="secret" title={shown.title} onClose={() => (isCopied ? end() : setAsking(true))}>
      <p>{shown.detail}</p>
      {/* Copying the selected secret by hand counts too. */}
      <p
        class="command secret"
        onCopy={() => {
          if (getSelection()?.toString().includes(shown.secret)) setCopied(true);
        }}
      >
        <code data-secret>{shown.secret}</code>
        <CopyButton text={() => shown.secret} onCopied={() => setCopied(true)}>
          Copy
        </CopyButton>
      </p>
      <p>
        <strong>You will not see it again.</strong> Only a digest of it is stored, so keep it where your program finds
        it.
      </p>
      {shown.canRun && <FirstRequest secret={shown.secret} onCopied={() => setCopied(true)} />}
      <div class="row">
        <button type="button" class="button" onClick={() => (isCopied ? end() : setAsking(true))}>
          Done
        </button>
      </div>
    </Modal>
  );
}

const forms = [
  ['curl', 'curl'],
  ['client', 'Client'],
] as const;

/** A request with the secret, to paste. @param onCopied - it contains the secret. */
function FirstRequest({ secret, onCopied }: { readonly secret: string; readonly onCopied: () => void }) {
  const [form, setForm] = useState<'curl' | 'client'>('curl');
  const snippet = keySnippets(secret, location.origin)[form];
  return (
    <section class="request first-request" aria-label="Try the key">
      <Tabs
        label="Try the key"
        tabs={forms}
        current={form}
        onChoose={setForm}
        actions={
          <CopyButton text={() => snippet} onCopied={onCopied}>
            Copy request
          </CopyButton>
        }
      >
        {(panel) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there.
          <pre {...panel} class="request-code" tabIndex={0}>
            {snippet}
          </pre>
        )}
      </Tabs>
    </section>
  );
}

function Question({ onBack, onEnd }: { readonly onBack: () => void; readonly onEnd: () => void }) {
  return (
    <Modal title="Close without copying?" onClose={onBack}>
      <p>The secret has not been copied, and there is no way to see it again: the key would have to be rotated.</p>
      <div class="row">
        <button type="button" class="button primary" data-first onClick={onBack}>
          Show it again
        </button>
        <button type="button" class="button danger" onClick={onEnd}>
          Close without copying
        </button>
      </div>
    </Modal>
  );
}
