import { useRef } from 'preact/hooks';

export interface SeparatorProps {
  readonly label: string;
  readonly title: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** What a double click and Enter set. */
  readonly usual: number;
  /** What an arrow key and a page key change. */
  readonly step: number;
  readonly page: number;
  /** `50 percent`. */
  readonly valueText: string;
  /** Returns the value for a place of the pointer. */
  readonly valueAt: (clientX: number, separator: HTMLElement) => number | undefined;
  /** Is given any number: it has to be bounded. */
  readonly onChange: (value: number) => void;
}

/** An edge between two parts of a view, to drag, or to move by keys (ARIA Authoring Practices, "Window Splitter"). */
export function Separator(props: SeparatorProps) {
  const { label, title, value, least, most, usual, step, page, valueText, valueAt, onChange } = props;
  const edge = useRef<HTMLDivElement>(null);
  const drag = (clientX: number) => {
    const next = edge.current === null ? undefined : valueAt(clientX, edge.current);
    if (next !== undefined) onChange(next);
  };
  const keys: Readonly<Record<string, number>> = {
    ArrowLeft: value - step,
    ArrowRight: value + step,
    PageUp: value - page,
    PageDown: value + page,
    Home: least,
    End: most,
    Enter: usual,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved.
    <div
      ref={edge}
      class="pane-split"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={valueText}
      title={title}
      onKeyDown={(event) => {
        const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
        if (next === undefined) return;
        event.preventDefault();
        onChange(next);
      }}
      onDblClick={() => onChange(usual)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        // Keeps the browser from selecting text, but then it does not focus either.
        event.preventDefault();
        event.currentTarget.focus();
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event.clientX);
      }}
    />
  );
}
