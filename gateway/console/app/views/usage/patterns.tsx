/** The number of looks. Higher numbers start again. */
const looks = 5;

/** Returns the fill of a part. @param id - as given to {@link Patterns}. @param look - from 1. */
export function patternFill(id: string, look: number): string {
  return `url(#${id}-${((look - 1) % looks) + 1})`;
}

/** A colour with a pattern for each part of the bars, so that colour is not the only difference. */
export function Patterns({ id }: { readonly id: string }) {
  return (
    <defs>
      {Array.from({ length: looks }, (_, index) => index + 1).map((look) => (
        <pattern
          key={look}
          id={`${id}-${look}`}
          class={`look look-${look}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
        >
          <rect class="look-ground" width="6" height="6" />
          <Strokes look={look} />
        </pattern>
      ))}
    </defs>
  );
}

function Strokes({ look }: { readonly look: number }) {
  if (look === 2) return <path d="M-1,1L1,-1M0,6L6,0M5,7L7,5" />;
  if (look === 3) return <circle cx="3" cy="3" r="1.4" />;
  if (look === 4) return <path d="M0,3H6" />;
  if (look === 5) return <path d="M0,0L6,6M6,0L0,6" />;
  return null;
}
