import { useMemo, useState } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.js';
import { Modal } from '../../parts/modal.js';
import { Tabs } from '../../parts/tabs.js';
import {
  keyPlaces,
  longestShown,
  type RequestSnippets,
  requestSnippets,
  snippetForms,
} from '../../session/request-snippets.js';
import { input, workflow } from './state/playground-state.js';
import { requestSteps } from './state/workflow.js';

/** Shows the request for the current workflow, to copy. */
export function RequestDialog({ onClose }: { readonly onClose: () => void }) {
  const [language, setLanguage] = useState<keyof RequestSnippets>('curl');
  const snippets = useMemo(
    () => requestSnippets('/v1/run', { input: input.value, steps: requestSteps(workflow.value) }, location.origin),
    [],
  );
  const snippet = snippets[language];
  return (
    <Modal title="This request" onClose={onClose}>
      <div class="request">
        <Tabs
          label="Written as"
          tabs={snippetForms}
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
        <p class="fine">
          {snippet.length > longestShown && `Its beginning only; what is copied is all of it. `}
          {language === 'json'
            ? 'The body of POST /v1/run. The key goes into the header x-api-key.'
            : keyPlaces[language]}
        </p>
      </div>
    </Modal>
  );
}
