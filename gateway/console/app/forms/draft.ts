import { useState } from 'preact/hooks';
import { isSame } from './values.js';

/**
 * Keeps the text of a field while the user types: the typed text as long as it means the value of the form, otherwise
 * the value in its usual notation.
 *
 * @param value - of the option, or its default.
 * @returns the text to show, and a function to call with a typed text and its value.
 */
export function useDraft(
  value: unknown,
  write: (value: unknown) => string,
): [shown: string, note: (typed: string, meant: unknown) => void] {
  const [draft, setDraft] = useState({ typed: value === undefined ? '' : write(value), meant: value });
  const written = () => (value === undefined ? '' : write(value));
  return [isSame(draft.meant, value) ? draft.typed : written(), (typed, meant) => setDraft({ typed, meant })];
}
