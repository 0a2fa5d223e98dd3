import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** While an element fills the window, nothing else can be reached, and Escape ends that. */
export function useFullScreen(element: RefObject<HTMLElement | null>, isFull: boolean, onLeave: () => void): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (!isFull || current === null) return;
    const others = hide(current);
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onLeave();
    };
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('keydown', leave);
      for (const other of others) other.inert = false;
    };
  }, [isFull]);
}

/** Makes everything else inert. @returns what was not before. */
function hide(shown: HTMLElement): HTMLElement[] {
  const hidden: HTMLElement[] = [];
  for (let inner: HTMLElement = shown; inner.parentElement !== null; inner = inner.parentElement) {
    for (const sibling of inner.parentElement.children) {
      if (sibling === inner || !(sibling instanceof HTMLElement) || sibling.inert) continue;
      sibling.inert = true;
      hidden.push(sibling);
    }
    if (inner.parentElement === document.body) break;
  }
  return hidden;
}

/** Turns full screen on or off: for the text with the focus, otherwise for the result. */
export function toggleFullScreen(): void {
  const panes = [...document.querySelectorAll('.pane:has([data-full-screen])')];
  const full = panes.find((pane) => pane.matches('[data-full]'));
  const focused = panes.find((pane) => pane.contains(document.activeElement));
  const pane = full ?? focused ?? panes.at(-1);
  pane?.querySelector<HTMLElement>('[data-full-screen]')?.click();
}
