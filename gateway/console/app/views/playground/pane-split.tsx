import { useRef } from 'preact/hooks';
import { preference, setPreference } from '../../parts/preferences-store.js';

/** The share of the input's width in both texts, in percent. */
const name = 'playground-split';
const middle = 50;
const least = 25;
const most = 75;
/** What an arrow key and a page key change. */
const step = 2;
const page = 10;

/** Returns the share of the input's width in both texts, in percent. */
export function inputShare(): number {
  const share = Number(preference(name, String(middle)).value);
  return share >= least && share <= most ? share : middle;
}

function setShare(share: number): void {
  const bounded = Math.min(most, Math.max(least, Math.round(share)));
  if (bounded !== inputShare()) setPreference(name, String(bounded));
}

/** The edge between the input and the output, to drag, or to move by keys. A double click moves it to the middle. */
export function PaneSplit() {
  const split = useRef<HTMLDivElement>(null);
  const share = inputShare();
  const drag = (clientX: number) => {
    const left = split.current?.previousElementSibling?.getBoundingClientRect().left ?? 0;
    const right = split.current?.nextElementSibling?.getBoundingClientRect().right ?? 0;
    if (right > left) setShare((100 * (clientX - left)) / (right - left));
  };
  const keys: Readonly<Record<string, number>> = {
    ArrowLeft: share - step,
    ArrowRight: share + step,
    PageUp: share - page,
    PageDown: share + page,
    Home: least,
    End: most,
    Enter: middle,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved.
    <div
      ref={split}
      class="pane-split"
      role="separator"
      tabIndex={0}
      aria-label="Width of the text in"
      aria-orientation="vertical"
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={share}
      aria-valuetext={`${share} percent`}
      title="Drag, or press the arrow keys; a double click makes both texts equally wide"
      onKeyDown={(event) => {
        const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
        if (next === undefined) return;
        event.preventDefault();
        setShare(next);
      }}
      onDblClick={() => setShare(middle)}
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
