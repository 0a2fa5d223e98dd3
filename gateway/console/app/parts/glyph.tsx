import type { ComponentChildren } from 'preact';

/** A small icon of lines, in the colour of the text. */
export function Glyph({ children }: { readonly children: ComponentChildren }) {
  return (
    <svg class="glyph" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}
