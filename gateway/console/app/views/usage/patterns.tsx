/** The number of patterns. Higher numbers start again. */
const patterns = 5;

/** Returns the fill of a part. @param id - as given to {@link Patterns}. @param pattern - from 1. */
export function patternFill(id: string, pattern: number): string {
  return `url(#${id}-${((pattern - 1) % patterns) + 1})`;
}

/** A colour with a pattern for each part of the bars, so that colour is not the only difference. */
export function Patterns({ id }: { readonly id: string }) {
  return (
    <defs>
      {Array.from({ length: patterns }, (_, index) => index + 1).map((pattern) => (
        <pattern
          key={pattern}
          id={`${id}-${pattern}`}
          class={`pattern pattern-${pattern}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
        >
          <rect class="pattern-ground" width="6" height="6" />
          <Strokes pattern={pattern} />
        </pattern>
      ))}
    </defs>
  );
}

function Strokes({ pattern }: { readonly pattern: number }) {
  if (pattern === 2) return <path d="M-1,1L1,-1M0,6L6,0M5,7L7,5" />;
  if (pattern === 3) return <circle cx="3" cy="3" r="1.4" />;
  if (pattern === 4) return <path d="M0,3H6" />;
  if (pattern === 5) return <path d="M0,0L6,6M6,0L0,6" />;
  return null;
}
