import { computed, signal } from '@preact/signals';
import { onSignOut } from '../../session/credentials.js';
import { createLatestRun } from '../../session/latest-run.js';
import { createPartSender } from '../lists/part-sender.js';
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

interface SortResponse {
  readonly output: string;
  readonly lines: number;
}

export const sender = createPartSender<SortDraft, SortResponse>('/v1/sort-dedupe');

/** Undefined if nothing can be sent. */
export const sendable = computed(() => (text.value === '' || draft.value.problem !== '' ? undefined : draft.value));

/** What is to be sent now; undefined for nothing. */
export const wanted = computed(() =>
  sendable.value !== undefined && sender.mayBeSent(sendable.value) ? sendable.value : undefined,
);

interface Sorted {
  readonly output: string;
  readonly counts: LineCounts;
}

export const run = createLatestRun<SortDraft, Sorted>({
  debounceMs: 250,
  run: async (sent, signal) => {
    const responses = await sender.send(sent, signal);
    const lines = responses.reduce((sum, response) => sum + response.lines, 0);
    return { output: joined(responses), counts: countLines(sent, lines) };
  },
});

// The next user neither sees the result of this one nor pays for the other parts.
onSignOut(() => {
  sender.stop();
  run.reset();
});

function joined(responses: readonly SortResponse[]): string {
  const parts = responses.filter(({ lines }) => lines > 0);
  return parts.map(({ output }) => output).join('\n');
}

/** The result of the parts that have a response. */
export function resultSoFar(list: SortDraft): string {
  return joined(sender.responsesTo(list));
}
