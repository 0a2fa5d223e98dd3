import { useState } from 'preact/hooks';
import { isSame } from './values.js';

/**
 * What stands in a field while it is typed: as it was typed for as long as it means the value that the form has, or the
 * value as it is written.
 *
 * @param value - of the option, which is its default if it was not set.
 * @returns the text to show, and what takes down that a text was typed that stands for a value.
 */
export function useDraft(
  value: unknown,
  write: (value: unknown) => string,
): [shown: string, note: (typed: string, meant: unknown) => void] {
  const [draft, setDraft] = useState({ typed: value === undefined ? '' : write(value), meant: value });
  const written = () => (value === undefined ? '' : write(value));
  return [isSame(draft.meant, value) ? draft.typed : written(), (typed, meant) => setDraft({ typed, meant })];
}
