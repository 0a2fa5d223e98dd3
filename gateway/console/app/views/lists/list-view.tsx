import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { DropTarget, OpenFileButton } from '../../parts/file-actions.js';
import { TextPane } from '../../parts/text-pane/text-pane.js';
import { maxListCharacters } from './limits.js';
import { RequestCode, type RequestCodeProps } from './request-code.js';

export interface ListViewProps {
  readonly title: string;
  readonly intro: string;
  readonly inputLabel: string;
  readonly placeholder: string;
  readonly text: Signal<string>;
  /** Why a file was refused. */
  readonly fileProblem: Signal<string>;
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
  const { text, fileProblem } = props;
  const type = (value: string) => {
    fileProblem.value = '';
    text.value = value;
  };
  const target = {
    maxCharacters: maxListCharacters,
    onText: type,
    onProblem: (problem: string) => {
      fileProblem.value = problem;
    },
  };
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
      <RequestCode {...props.request} />
    </>
  );
}
