import { foundIn } from '../../session/search.js';
import { query } from './tool-query.js';

/** A text with marked search words. */
export function Marked({ text }: { readonly text: string }) {
  const places = foundIn(text, query.value);
  if (places.length === 0) return <>{text}</>;
  const ends = [0, ...places.map(([, end]) => end)];
  return (
    <>
      {places.map(([start, end], index) => (
        <>
          {text.slice(ends[index], start)}
          <mark>{text.slice(start, end)}</mark>
        </>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
