import { useState } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.js';
import { type RequestSnippets, requestSnippets } from '../../request-snippets.js';
import { Choice } from './choice.js';

export interface RequestCodeProps {
  /** From the root: `/v1/sanitize`. */
  readonly path: string;
  readonly body: object;
}

const forms: readonly (readonly [keyof RequestSnippets, string])[] = [
  ['curl', 'curl'],
  ['json', 'JSON'],
  ['typescript', 'TypeScript'],
];

/** More of a long request nobody reads on the screen; what is copied is all of it. */
const maxShownCharacters = 10_000;

/** The request that is made, to take along. Written only while somebody looks at it. */
export function RequestCode(props: RequestCodeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="request" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>This request as curl, JSON or TypeScript</summary>
      {isOpen && <Code {...props} />}
    </details>
  );
}

function Code({ path, body }: RequestCodeProps) {
  const [form, setForm] = useState<keyof RequestSnippets>('curl');
  const code = requestSnippets(path, body, location.origin)[form];
  const hidden = code.length - maxShownCharacters;
  return (
    <div class="request-code panel">
      <div class="pane-head">
        <Choice label="Form" value={form} choices={forms} onChange={setForm} />
        <div class="pane-actions">
          <CopyButton text={() => code}>Copy request</CopyButton>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys as well. */}
      <pre tabIndex={0}>{hidden > 0 ? `${code.slice(0, maxShownCharacters)}…` : code}</pre>
      <p class="pane-foot">
        {hidden > 0
          ? `${hidden.toLocaleString('en')} characters more when copied.`
          : form === 'json'
            ? `The body of POST ${path}.`
            : 'Takes the API key from the variable KEY.'}
      </p>
    </div>
  );
}
