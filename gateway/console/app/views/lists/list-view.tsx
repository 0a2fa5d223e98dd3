import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { browserLimits } from '#engine/core/limits.js';
import { Choice } from '../../parts/choice.js';
import { CopyButton } from '../../parts/copy-button.js';
import { DropTarget, OpenFileButton } from '../../parts/file-actions.js';
import { TextPane } from '../../parts/text-pane/text-pane.js';
import {
  keyPlaces,
  longestShown,
  type RequestSnippets,
  requestSnippets,
  snippetForms,
} from '../../session/request-snippets.js';
import { isSite } from '../../session/site.js';
import type { ListInput } from './list-input.js';

export interface ListViewProps {
  readonly title: string;
  readonly intro: string;
  readonly inputLabel: string;
  readonly placeholder: string;
  readonly input: ListInput;
  /** Why the text is not sent. */
  readonly problem: string;
  /** How much text there is. */
  readonly counts: string;
  readonly options: ComponentChildren;
  readonly result: ComponentChildren;
  readonly request: RequestCodeProps;
}

/** A list, its options, and the result. */
export function ListView(props: ListViewProps) {
  const { text, fileProblem, type, refuse, show } = props.input;
  useEffect(show, [show]);
  const target = { maxCharacters: browserLimits.list, onText: type, onProblem: refuse };
  const bench = useRef<HTMLDivElement>(null);
  const clear = () => {
    type('');
    // The button has nothing left to clear, and cannot keep the focus.
    bench.current?.querySelector('textarea')?.focus();
  };
  const wrong = fileProblem.value || props.problem;
  return (
    <>
      <header class="view-head">
        <h1>{props.title}</h1>
        <p>{props.intro}</p>
      </header>
      <DropTarget {...target}>
        <div ref={bench} class="list-bench">
          <div class="list-input">
            <TextPane
              label={props.inputLabel}
              placeholder={props.placeholder}
              value={text.value}
              onInput={type}
              actions={
                <>
                  <OpenFileButton {...target} />
                  <button type="button" class="button quiet" disabled={text.value === ''} onClick={clear}>
                    Clear
                  </button>
                </>
              }
              foot={
                <span class={wrong === '' ? undefined : 'wrong'} role="status">
                  {wrong || props.counts}
                </span>
              }
            />
          </div>
          {props.options}
          <div class="list-result">{props.result}</div>
        </div>
      </DropTarget>
      {!isSite && <RequestCode {...props.request} />}
    </>
  );
}

interface RequestCodeProps {
  /** From the root: `/v1/sanitize`. */
  readonly path: string;
  /** Of all requests; the first one is shown. */
  readonly bodies: readonly object[];
}

/** The request as code to copy. Rendered only while it is open. */
function RequestCode(props: RequestCodeProps) {
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
