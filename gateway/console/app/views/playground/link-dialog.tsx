import { useId, useState } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.js';
import { Modal } from '../../parts/modal.js';
import { count } from '../../parts/text-pane/text-pane.js';
import { longestInput } from '../../session/workflow-address.js';
import { fitsInLink, sharedLink } from './address.js';
import { input } from './state/playground-state.js';

/** A link to the workflow, with the text if the user wants that. */
export function LinkDialog({ onClose }: { readonly onClose: () => void }) {
  const [isTextWanted, setTextWanted] = useState(false);
  const id = useId();
  const text = input.value;
  const canHaveText = fitsInLink(text);
  const link = sharedLink(isTextWanted && canHaveText);
  return (
    <Modal title="Link to this workflow" onClose={onClose}>
      <div class="link-row">
        <input
          data-first
          aria-label="Link"
          readOnly
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton text={() => link}>Copy link</CopyButton>
      </div>
      <div>
        <label class="check">
          <input
            type="checkbox"
            checked={isTextWanted && canHaveText}
            disabled={!canHaveText}
            aria-describedby={id}
            onChange={({ currentTarget }) => setTextWanted(currentTarget.checked)}
          />
          Include the text
        </label>
        <p id={id} class="hint">
          {textHint(text, canHaveText)}
        </p>
      </div>
      <p class="fine">
        The link contains the steps with all their options. They stand after the #, which browsers do not send to the
        server.
      </p>
    </Modal>
  );
}

function textHint(text: string, canHaveText: boolean): string {
  const has = count(text.length, 'character');
  if (canHaveText) return `${has}. Everybody who has the link can read them.`;
  if (text === '') return 'There is no text yet.';
  const most = longestInput.toLocaleString('en');
  return text.length > longestInput
    ? `The text has ${has}, and a link can take ${most}.`
    : 'The text has half a character, which no link can contain.';
}
