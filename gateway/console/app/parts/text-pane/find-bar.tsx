import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Glyph } from '../glyph.js';
import { matchesOf, matchFrom, maxMatches } from './matches.js';
import type { TextLayout } from './text-layout.js';

export interface FindBarProps {
  /** The name of the text. */
  readonly label: string;
  /** As the field has it: with line feeds only. */
  readonly text: string;
  readonly area: HTMLTextAreaElement;
  readonly layout: TextLayout;
  /** Changes whenever the user asks for the bar, which gets the focus. */
  readonly request: number;
  readonly onClose: () => void;
}

/** The longest selection that becomes what is searched for. */
const longestSelection = 100;

/** Finds a text in a pane: selects a match, and marks it while the focus is here. */
export function FindBar({ label, text, area, layout, request, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState('');
  const [isCaseSensitive, setCaseSensitive] = useState(false);
  const [current, setCurrent] = useState(-1);
  const starts = useMemo(() => matchesOf(text, wanted, isCaseSensitive), [text, wanted, isCaseSensitive]);
  // Before the next key, which belongs here: an Escape must not end full screen.
  useLayoutEffect(() => {
    const { selectionStart: start, selectionEnd: end } = area;
    const selected = end - start > longestSelection ? '' : area.value.slice(start, end);
    if (selected !== '' && !selected.includes('\n')) find(selected, isCaseSensitive);
    input.current?.focus();
    input.current?.select();
  }, [request]);
  useEffect(() => () => layout.mark(undefined), [layout]);
  const show = (start: number | undefined, length: number) => {
    if (start === undefined) return layout.mark(undefined);
    area.setSelectionRange(start, start + length);
    layout.mark({ start, end: start + length });
    layout.reveal();
  };
  /** Finds something else, from the beginning of the selection. */
  const find = (next: string, isExact: boolean) => {
    setWanted(next);
    setCaseSensitive(isExact);
    const found = matchesOf(text, next, isExact);
    const index = matchFrom(found, area.selectionStart);
    setCurrent(index);
    show(found[index], next.length);
  };
  const go = (by: 1 | -1) => {
    if (starts.length === 0) return;
    const isShown = starts[current] === area.selectionStart && area.selectionEnd > area.selectionStart;
    const from = matchFrom(starts, area.selectionStart);
    const index = ((isShown ? current + by : by === 1 ? from : from - 1) + starts.length) % starts.length;
    setCurrent(index);
    show(starts[index], wanted.length);
  };
  const close = () => {
    onClose();
    area.focus({ preventScroll: true });
  };
  return (
    <search
      class="find-bar"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <input
        ref={input}
        type="search"
        aria-label={`Find in ${label}`}
        placeholder="Find"
        autocomplete="off"
        spellcheck={false}
        value={wanted}
        onInput={({ currentTarget }) => find(currentTarget.value, isCaseSensitive)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          go(event.shiftKey ? -1 : 1);
        }}
      />
      <span class="find-count" role="status">
        {standing(wanted, current, starts.length)}
      </span>
      <button
        type="button"
        class="button quiet find-button"
        aria-label="Match case"
        title="Match case"
        aria-pressed={isCaseSensitive}
        onClick={() => find(wanted, !isCaseSensitive)}
      >
        Aa
      </button>
      <FindButton name="Previous match" keys="Shift+Enter" onPress={() => go(-1)} path="M4 10l4-4 4 4" />
      <FindButton name="Next match" keys="Enter" onPress={() => go(1)} path="M4 6l4 4 4-4" />
      <FindButton name="Close find" keys="Escape" onPress={close} path="M4 4l8 8M12 4l-8 8" />
    </search>
  );
}

function standing(wanted: string, current: number, count: number): string {
  if (wanted === '') return '';
  if (count === 0) return 'No match';
  const all = `${count.toLocaleString('en')}${count === maxMatches ? '+' : ''}`;
  return current < 0 || current >= count ? all : `${(current + 1).toLocaleString('en')} of ${all}`;
}

interface FindButtonProps {
  readonly name: string;
  readonly keys: string;
  readonly onPress: () => void;
  readonly path: string;
}

function FindButton({ name, keys, onPress, path }: FindButtonProps) {
  return (
    <button
      type="button"
      class="button quiet find-button"
      aria-label={name}
      title={`${name} (${keys})`}
      onClick={onPress}
    >
      <Glyph>
        <path d={path} />
      </Glyph>
    </button>
  );
}
