import { useState } from 'preact/hooks';
import { Choice } from '../../parts/choice.js';
import { CopyButton } from '../../parts/copy-button.js';
import {
  keyPlaces,
  longestShown,
  type RequestSnippets,
  requestSnippets,
  snippetForms,
} from '../../session/request-snippets.js';

export interface RequestCodeProps {
  /** From the root: `/v1/sanitize`. */
  readonly path: string;
  /** Of all requests; the first one is shown. */
  readonly bodies: readonly object[];
}

/** The request as code to copy. Rendered only while it is open. */
export function RequestCode(props: RequestCodeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="list-request" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {props.bodies.length > 1
          ? `The first of ${props.bodies.length.toLocaleString('en')} requests as curl, JSON or TypeScript`
          : 'This request as curl, JSON or TypeScript'}
      </summary>
      {isOpen && <Code {...props} />}
    </details>
  );
}

function Code({ path, bodies: [body = {}] }: RequestCodeProps) {
  const [form, setForm] = useState<keyof RequestSnippets>('curl');
  const code = requestSnippets(path, body, location.origin)[form];
  const hidden = code.length - longestShown;
  return (
    <div class="list-request-code panel">
      <div class="pane-head">
        <Choice label="Form" value={form} choices={snippetForms} onChange={setForm} />
        <div class="pane-actions">
          <CopyButton text={() => code}>Copy request</CopyButton>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys as well. */}
      <pre tabIndex={0}>{hidden > 0 ? `${code.slice(0, longestShown)}…` : code}</pre>
      <p class="pane-foot">
        {hidden > 0
          ? `${hidden.toLocaleString('en')} characters more when copied.`
          : form === 'json'
            ? `The body of POST ${path}.`
            : keyPlaces[form]}
      </p>
    </div>
  );
}
