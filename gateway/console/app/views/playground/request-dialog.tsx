import { useId, useMemo, useState } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.js';
import { Modal } from '../../parts/modal.js';
import { longestShown, type RequestSnippets, requestSnippets, snippetForms } from '../../session/request-snippets.js';
import { input, workflow } from './playground-state.js';
import { requestSteps } from './workflow.js';

/** Shows the request for the current workflow, to copy. */
export function RequestDialog({ onClose }: { readonly onClose: () => void }) {
  const [language, setLanguage] = useState<keyof RequestSnippets>('curl');
  const panel = useId();
  const snippets = useMemo(
    () => requestSnippets('/v1/run', { input: input.value, steps: requestSteps(workflow.value) }, location.origin),
    [],
  );
  const snippet = snippets[language];
  const choose = (index: number) => {
    const [name] = snippetForms.at(index % snippetForms.length) ?? [];
    if (name === undefined) return;
    setLanguage(name);
    document.getElementById(`${panel}-${name}`)?.focus();
  };
  return (
    <Modal title="This request" onClose={onClose}>
      <div class="request">
        <div class="request-head">
          <div class="tabs" role="tablist" aria-label="Written as">
            {snippetForms.map(([name, title], index) => (
              <button
                key={name}
                id={`${panel}-${name}`}
                type="button"
                role="tab"
                class="tab"
                aria-selected={name === language}
                aria-controls={panel}
                tabIndex={name === language ? 0 : -1}
                onClick={() => setLanguage(name)}
                onKeyDown={({ key }) => {
                  if (key === 'ArrowRight') choose(index + 1);
                  if (key === 'ArrowLeft') choose(index - 1);
                }}
              >
                {title}
              </button>
            ))}
          </div>
          <CopyButton text={() => snippet} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there. */}
        <pre id={panel} class="request-code" role="tabpanel" aria-labelledby={`${panel}-${language}`} tabIndex={0}>
          {snippet.slice(0, longestShown)}
          {snippet.length > longestShown && '…'}
        </pre>
        <p class="fine">
          {snippet.length > longestShown && `Its beginning only; what is copied is all of it. `}
          {language === 'json'
            ? 'The body of POST /v1/run. The key goes into the header x-api-key.'
            : 'It reads your API key from the environment variable KEY.'}
        </p>
      </div>
    </Modal>
  );
}
