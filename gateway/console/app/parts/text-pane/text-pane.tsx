import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isWithCommand, letterOf } from '../key-press.js';
import { preference, setPreference } from '../preferences-store.js';
import { FindBar } from './find-bar.js';
import { useFullScreen } from './full-screen.js';
import { asInField } from './lines.js';
import { PaneTools } from './pane-tools.js';
import { TextLayout } from './text-layout.js';

export interface TextPaneProps {
  readonly label: string;
  readonly value: string;
  /** Without it the text is read-only. `isWhole`: whether the text was pasted or dropped in place of all that was there. */
  readonly onInput?: (value: string, isWhole: boolean) => void;
  readonly placeholder?: string;
  /** Whether the text is being replaced. */
  readonly busy?: boolean;
  /** Whether the text is out of date. */
  readonly isOutOfDate?: boolean;
  /** Shown above the text. */
  readonly above?: ComponentChildren;
  /** A stretch to select and to scroll to, in the text with line feeds only; a new object each time. */
  readonly shownSpan?: { readonly start: number; readonly end: number } | undefined;
  /** Shown in the header, beside the name. */
  readonly beside?: ComponentChildren;
  /** Buttons of the header. */
  readonly actions?: ComponentChildren;
  /** Stands in place of the text, which stays as it is. */
  readonly view?: ComponentChildren;
  /** Replaces the counts. */
  readonly foot?: ComponentChildren;
}

/** A long text with its name, its length, line numbers and actions. Stays quick with 500,000 characters. */
export function TextPane(props: TextPaneProps) {
  const {
    label,
    value,
    onInput,
    placeholder,
    busy = false,
    isOutOfDate = false,
    above,
    beside,
    actions,
    foot,
    shownSpan,
    view,
  } = props;
  const isText = view === undefined;
  const id = useId();
  const pane = useRef<HTMLElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const layout = useRef<TextLayout | undefined>(undefined);
  const [findRequest, setFindRequest] = useState(0);
  const [isFull, setFull] = useState(false);
  const wrapping = `wrap ${label}`;
  const isWrapped = preference(wrapping, 'on').value === 'on';
  // The last text that was shown or typed. Reading it back from the field would copy the text each time, and return
  // line feeds for all line ends.
  const shown = useRef<string | undefined>(undefined);
  const isWithCrlf = useRef(false);
  const isAllSelected = useRef(false);
  useLayoutEffect(() => {
    if (area.current === null || gutter.current === null || mirror.current === null || marks.current === null) return;
    const parts = { area: area.current, gutter: gutter.current, mirror: mirror.current, marks: marks.current };
    layout.current = new TextLayout(parts);
    return layout.current.follow();
  }, []);
  useLayoutEffect(() => {
    if (area.current !== null && shown.current !== value) {
      area.current.value = value;
      shown.current = value;
      isWithCrlf.current = hasCrlfOnly(value);
    }
    layout.current?.setText(asInField(value));
  }, [value]);
  useLayoutEffect(() => layout.current?.setWrapped(isWrapped), [isWrapped]);
  useLayoutEffect(() => {
    if (shownSpan === undefined || area.current === null) return;
    area.current.focus();
    area.current.setSelectionRange(shownSpan.start, shownSpan.end);
    layout.current?.show(shownSpan);
  }, [shownSpan]);
  useFullScreen(pane, isFull, () => setFull(false));
  const find = () => setFindRequest((request) => request + 1);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its button does the same.
    <section
      ref={pane}
      class="pane"
      aria-busy={busy}
      data-out-of-date={isOutOfDate ? true : undefined}
      data-full={isFull ? true : undefined}
      onKeyDown={(event) => {
        if (!isWithCommand(event) || event.shiftKey || letterOf(event) !== 'f') return;
        event.preventDefault();
        if (isText) find();
        else pane.current?.querySelector<HTMLElement>('input[type="search"]')?.focus();
      }}
    >
      <div class="pane-head">
        <label class="pane-label" for={id}>
          {label}
        </label>
        {beside}
        <div class="pane-actions">{actions}</div>
      </div>
      {above !== undefined && <div class="pane-above">{above}</div>}
      {view !== undefined && <div class="pane-view">{view}</div>}
      <div class="pane-body" hidden={!isText}>
        {findRequest > 0 && area.current !== null && layout.current !== undefined && (
          <FindBar
            label={label}
            text={asInField(value)}
            area={area.current}
            layout={layout.current}
            request={findRequest}
            onClose={() => setFindRequest(0)}
          />
        )}
        <div class="pane-gutter" aria-hidden="true">
          <div ref={gutter} />
        </div>
        <textarea
          ref={area}
          id={id}
          class="pane-text"
          wrap={isWrapped ? 'soft' : 'off'}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          placeholder={placeholder}
          readOnly={onInput === undefined}
          onBeforeInput={({ currentTarget: { selectionStart, selectionEnd, textLength } }) => {
            isAllSelected.current = selectionStart === 0 && selectionEnd === textLength;
          }}
          onInput={({ currentTarget, inputType }) => {
            // A text from a file keeps its line ends, which the field changes.
            const text = isWithCrlf.current ? currentTarget.value.replaceAll('\n', '\r\n') : currentTarget.value;
            shown.current = text;
            onInput?.(text, isAllSelected.current && /^insertFrom(?:Paste|Drop)$/.test(inputType));
          }}
        />
        <div class="pane-marks" aria-hidden="true">
          <div ref={marks} />
        </div>
        <div class="pane-mirror" aria-hidden="true">
          <div ref={mirror} />
        </div>
      </div>
      <div class="pane-foot">
        {foot ?? textCounts(value)}
        <PaneTools
          label={label}
          isWrapped={isWrapped}
          isFull={isFull}
          isText={isText}
          onFind={find}
          onWrap={() => setPreference(wrapping, isWrapped ? 'off' : 'on')}
          onFull={() => setFull(!isFull)}
        />
      </div>
    </section>
  );
}

/** Returns whether a text has line ends, all of them CR LF. */
function hasCrlfOnly(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n|\r(?!\n)/.test(text);
}

/** Formats the counts: `1,204 characters, 12 lines`, in UTF-16 code units as the limits count. */
export function textCounts(text: string): string {
  return `${count(text.length, 'character')}, ${count(lineCount(text), 'line')}`;
}

/** Formats a count: `1 line`, `12 lines`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** Counts lines as the gateway does: a line end at the very end starts no new line. */
function lineCount(text: string): number {
  if (text === '') return 0;
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) if (text[at + 1] !== '\n') lines++;
  return /[\r\n]$/.test(text.slice(-1)) ? lines : lines + 1;
}
