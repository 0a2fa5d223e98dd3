import { useState } from 'preact/hooks';
import { count } from '../../parts/text-pane/text-pane.js';
import type { UrlComparison, UrlPart } from './removed-parts.js';

/** What was removed from a URL, and why. */
export interface Removal {
  readonly name: string;
  readonly list: string;
  readonly rule: string;
}

/** A URL, what was removed from it, and the result. */
export interface ChangedUrl extends UrlComparison {
  readonly after: string;
  /** Empty unless reasons were asked for. */
  readonly removals: readonly Removal[];
}

/** The most characters of a URL to show. The plain text has all of it. */
const maxShownCharacters = 2_000;
const maxShownParts = 50;
const maxShownReasons = 20;
const maxShownName = 80;
/** How many URLs are shown at first: drawing 500 long ones takes long. */
const firstRows = 100;
/** How many more each press of the button shows. */
const moreRows = 500;

/** The URLs of the input, with removed parts struck through. */
export function ChangedUrls({ urls }: { readonly urls: readonly ChangedUrl[] }) {
  const [rows, setRows] = useState(firstRows);
  const shown = urls.slice(0, rows);
  return (
    <>
      <ol class="changed-urls">
        {shown.map((url, index) => (
          <ChangedUrlRow key={index} {...url} />
        ))}
      </ol>
      {shown.length < urls.length && (
        <button type="button" class="button more-urls" onClick={() => setRows(rows + moreRows)}>
          Show {Math.min(urls.length - shown.length, moreRows).toLocaleString('en')} more
        </button>
      )}
    </>
  );
}

function ChangedUrlRow({ parts, removedCount, isRewritten, after, removals }: ChangedUrl) {
  const isChanged = isRewritten || parts.some(({ removed }) => removed);
  const shown = shownParts(parts);
  return (
    <li class="changed-url" data-changed={isChanged ? true : undefined}>
      <p class="url">
        {shown.map(({ text, removed }, index) =>
          removed ? (
            <del key={index}>
              <span class="off-screen"> removed: </span>
              {text}
              <span class="off-screen"> end of removed </span>
            </del>
          ) : (
            text
          ),
        )}
        {shown !== parts && <span class="hint"> … shortened; all of it is in the plain text</span>}
      </p>
      {isRewritten && (
        <p class="url rewritten">
          <span class="off-screen">Rewritten: </span>
          {after.slice(0, maxShownCharacters)}
        </p>
      )}
      <p class="hint">{verdict(removedCount, isRewritten, isChanged)}</p>
      {removals.length > 0 && <p class="reasons">{reasons(removals)}</p>}
    </li>
  );
}

function verdict(removedCount: number, isRewritten: boolean, isChanged: boolean): string {
  if (!isChanged) return 'Unchanged';
  const removed = removedCount === 0 ? '' : `${removedCount.toLocaleString('en')} removed`;
  if (!isRewritten) return removed;
  return removed === '' ? 'Rewritten' : `${removed}, rewritten`;
}

/** `si (host: youtube), utm_id (extended: utm)`. */
function reasons(removals: readonly Removal[]): string {
  const shown = removals
    .slice(0, maxShownReasons)
    .map(
      ({ name, list, rule }) => `${shortened(name)} (${list === 'extraParams' ? 'Also remove' : `${list}: ${rule}`})`,
    );
  const more = removals.length - shown.length;
  return shown.join(', ') + (more === 0 ? '' : ` and ${more.toLocaleString('en')} more`);
}

function shortened(name: string): string {
  return name.length <= maxShownName ? name : `${name.slice(0, maxShownName)}…`;
}

/** Returns the parts up to the limit; the same array if that is all of them. */
function shownParts(parts: readonly UrlPart[]): readonly UrlPart[] {
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= maxShownCharacters && parts.length <= maxShownParts) return parts;
  let left = maxShownCharacters;
  return parts.slice(0, maxShownParts).flatMap(({ text, removed }) => {
    const shown = text.slice(0, left);
    left -= shown.length;
    return shown === '' ? [] : [{ text: shown, removed }];
  });
}

/** Formats the counts: `12 URLs, 7 changed, 19 parameters removed`. */
export function changeCounts(urls: readonly ChangedUrl[]): string {
  const changed = urls.filter(({ parts, isRewritten }) => isRewritten || parts.some(({ removed }) => removed)).length;
  const removed = urls.reduce((sum, { removedCount }) => sum + removedCount, 0);
  return `${count(urls.length, 'URL')}, ${changed.toLocaleString('en')} changed, ${count(removed, 'parameter')} removed`;
}
