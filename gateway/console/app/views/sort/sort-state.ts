import { computed, signal } from '@preact/signals';
import { sendWithKey } from '../../session/credentials.js';
import { createLatestRun } from '../../session/latest-run.js';
import {
  countLines,
  draftSort,
  type LineCounts,
  type SortDraft,
  type SortOptions,
  sortDefaults,
} from './sort-request.js';

export const sample = `  plum
Apple
banana

apple
cherry
banana
éclair
`;

/** The input lives as long as the page: it stays when the user returns from another view. */
export const text = signal(sample);
export const options = signal<SortOptions>(sortDefaults);
export const fileProblem = signal('');

export const draft = computed(() => draftSort(text.value, options.value));

/** Undefined if nothing can be sent. */
export const wanted = computed(() => (text.value === '' || draft.value.problem !== '' ? undefined : draft.value));

interface Sorted {
  readonly output: string;
  readonly counts: LineCounts;
}

export const run = createLatestRun<SortDraft, Sorted>({
  debounceMs: 250,
  run: async (sent, signal) => {
    const { output, lines } = await sendWithKey<{ output: string; lines: number }>('POST', '/v1/sort-dedupe', {
      body: sent.body,
      signal,
    });
    return { output, counts: countLines(sent, lines) };
  },
});
