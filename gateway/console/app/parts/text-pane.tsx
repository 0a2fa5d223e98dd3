import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

export interface TextPaneProps {
  readonly label: string;
  readonly value: string;
  /** Without it the text is read-only. */
  readonly onInput?: (value: string) => void;
  readonly placeholder?: string;
  /** Whether the text is being replaced. */
  readonly busy?: boolean;
  /** Buttons of the header. */
  readonly actions?: ComponentChildren;
  /** Replaces the counts. */
  readonly foot?: ComponentChildren;
}

/** A long text with its name, its length and its actions. Stays quick with 500,000 characters. */
export function TextPane({ label, value, onInput, placeholder, busy = false, actions, foot }: TextPaneProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  // The last text that was shown or typed. Reading it back from the field would copy the text each time, and return
  // line feeds for all line ends.
  const shown = useRef<string | undefined>(undefined);
  const isWithCrlf = useRef(false);
  useLayoutEffect(() => {
    if (area.current === null || shown.current === value) return;
    area.current.value = value;
    shown.current = value;
    isWithCrlf.current = hasCrlfOnly(value);
  }, [value]);
  return (
    <section class="pane" aria-busy={busy}>
      <div class="pane-head">
        <label class="pane-label" for={id}>
          {label}
        </label>
        <div class="pane-actions">{actions}</div>
      </div>
      <textarea
        ref={area}
        id={id}
        class="pane-text"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        placeholder={placeholder}
        readOnly={onInput === undefined}
        onInput={({ currentTarget }) => {
          // A text from a file keeps its line ends, which the field changes.
          const text = isWithCrlf.current ? currentTarget.value.replaceAll('\n', '\r\n') : currentTarget.value;
          shown.current = text;
          onInput?.(text);
        }}
      />
      <div class="pane-foot">{foot ?? textCounts(value)}</div>
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
