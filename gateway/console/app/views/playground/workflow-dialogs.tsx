import { useId, useMemo, useState } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.js';
import { Modal } from '../../parts/modal.js';
import { Tabs } from '../../parts/tabs.js';
import { count } from '../../parts/text-pane/text-pane.js';
import {
  keyPlaces,
  longestShown,
  type RequestSnippets,
  requestSnippets,
  snippetForms,
  type WorkflowSnippets,
  workflowSnippets,
} from '../../session/request-snippets.js';
import { isSite } from '../../session/site.js';
import { longestInput } from '../../session/workflow-address.js';
import { fitsInLink, sharedLink } from './address.js';
import { input, workflow } from './content-store.js';
import { storedName } from './gateway-recipes-store.js';
import { explicitSteps, table } from './table-store.js';
import { sentSteps } from './workflow/sent-steps.js';

/** A link to the workflow, with the text if the user wants that. */
export function LinkDialog({ onClose }: { readonly onClose: () => void }) {
  const [isTextWanted, setTextWanted] = useState(false);
  const id = useId();
  const text = input.value;
  const canHaveText = fitsInLink(text);
  const link =
    location.origin + sharedLink(workflow.value, table.value, isTextWanted && canHaveText ? text : undefined);
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

/** What to know about each form. */
const notes = {
  ...keyPlaces,
  json: 'The body of POST /v1/run. The key goes into the header x-api-key.',
  command: 'Runs the steps on text.txt, on this machine: without a gateway and a key.',
  client: `Runs the steps on text.txt. ${keyPlaces.typescript}`,
};

const keyOfCommand = 'Runs the stored steps on text.txt at the gateway, with the key in TEXTMILL_API_KEY.';

type Form = keyof (RequestSnippets & WorkflowSnippets);

/** A site of files has no gateway to send a request to. */
const forms: readonly (readonly [form: Form, title: string])[] = isSite
  ? [
      ['json', 'JSON'],
      ['command', 'Command line'],
    ]
  : [...snippetForms, ['command', 'Command line'], ['client', 'Client']];

/** Shows the request for the current workflow, to copy. */
export function RequestDialog({ onClose }: { readonly onClose: () => void }) {
  const [language, setLanguage] = useState<Form>(forms[0]?.[0] ?? 'json');
  const name = storedName.value;
  const [isByName, setByName] = useState(name !== undefined);
  const snippets = useMemo(() => {
    const { steps } = sentSteps(explicitSteps.value);
    const runs = isByName ? { workflow: name } : { steps };
    return {
      ...requestSnippets('/v1/run', { input: input.value, ...runs }, location.origin),
      ...workflowSnippets(steps, location.origin, isByName ? name : undefined),
    };
  }, [isByName]);
  const snippet = snippets[language];
  return (
    <Modal title="This request" onClose={onClose}>
      <div class="request">
        <Tabs
          label="Written as"
          tabs={forms}
          current={language}
          onChoose={setLanguage}
          actions={<CopyButton text={() => snippet} />}
        >
          {(panel) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there.
            <pre {...panel} class="request-code" tabIndex={0}>
              {snippet.slice(0, longestShown)}
              {snippet.length > longestShown && '…'}
            </pre>
          )}
        </Tabs>
        {name !== undefined && (
          <label class="check">
            <input
              type="checkbox"
              checked={isByName}
              onChange={({ currentTarget }) => setByName(currentTarget.checked)}
            />
            By its name, {name}
          </label>
        )}
        <p class="fine">
          {snippet.length > longestShown && `Its beginning only; what is copied is all of it. `}
          {isByName && language === 'command' ? keyOfCommand : notes[language]}
        </p>
      </div>
    </Modal>
  );
}
