import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { show } from '../session/router-store.js';

/** The search for tools of the view; undefined if it has none. */
let field: HTMLInputElement | undefined;
let isAwaited = false;

/** Makes a field the search for tools of the view. */
export function useToolSearch(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const { current } = input;
    if (current === null) return;
    field = current;
    if (isAwaited) focusOn(current);
    return () => {
      if (field === current) field = undefined;
    };
  }, [input]);
}

/** Focuses the search for tools: the one of the view, or the one of the Tools view. */
export function goToToolSearch(): void {
  // On narrow screens the list beside a tool is hidden.
  if (field !== undefined && field.getClientRects().length > 0) {
    focusOn(field);
    return;
  }
  isAwaited = true;
  show('tools');
}

function focusOn(input: HTMLInputElement): void {
  isAwaited = false;
  input.focus();
  input.select();
}
