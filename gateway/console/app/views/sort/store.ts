import { computed, effect, signal } from '@preact/signals';
import { createLatestRun } from '../../session/latest-run.js';
import { canRunThere, wantsGateway } from '../../session/run-target-store.js';
import { eachTime, signOuts } from '../../session/session-store.js';
import { createListInput } from '../lists/list-input.js';
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

interface SortResponse {
  readonly output: string;
  readonly lines: number;
}

interface Sorted {
  readonly output: string;
  readonly counts: LineCounts;
}

// Inputs

/** The text, and whether the view is shown. */
export const input = createListInput(sample);
export const options = signal<SortOptions>(sortDefaults);
/** The responses: to each part, and to all of them. */
export const sender = createPartSender<SortDraft, SortResponse>('sort-dedupe');
export const run = createLatestRun<SortDraft, Sorted>({
  debounceMs: 250,
  needsGateway: ({ isAtGateway }) => isAtGateway,
  run: async (sent, signal, onProgress) => {
    const responses = await sender.send(sent, signal, onProgress);
    const lines = responses.reduce((sum, response) => sum + response.lines, 0);
    return { output: joined(responses), counts: countLines(sent, lines) };
  },
});
/** Where the list ran last: its result is not shown as that of the other place. */
let isAtGateway = false;

// Computed

export const draft = computed(() => draftSort(input.text.value, options.value, wantsGateway.value));
/** Undefined if nothing can be sent. */
export const sendable = computed(() =>
  input.text.value === '' || draft.value.problem !== '' ? undefined : draft.value,
);
/** What is to be sent now; undefined for nothing. */
const wanted = computed(() =>
  sendable.value !== undefined && sender.mayBeSent(sendable.value) ? sendable.value : undefined,
);

// Effects

function startEffects(): void {
  // The view is shown, and the text, an option or the user changes → what is wanted is sent after a pause.
  effect(() => {
    if (!input.isShown.value) return;
    if (wantsGateway.value !== isAtGateway) run.reset();
    isAtGateway = wantsGateway.value;
    if (wanted.value === undefined) run.reset();
    else if (canRunThere.value) run.ask(wanted.value);
  });
  // The user signs out → the next one neither sees the result of this one nor pays for the other parts.
  effect(
    eachTime(signOuts, () => {
      sender.stop();
      run.reset();
    }),
  );
}

// Actions

/** Takes the result as the text. */
export function takeResult(): void {
  input.replace(run.output.value?.output ?? '');
}

/** Changes options. */
export function setOptions(changes: Partial<SortOptions>): void {
  options.value = { ...options.value, ...changes };
}

/** Sends what is wanted, after a failure. */
export function runAgain(): void {
  if (wanted.value !== undefined) run.ask(wanted.value);
}

/** Returns the result of the parts that have a response. */
export function resultSoFar(list: SortDraft): string {
  return joined(sender.responsesTo(list));
}

function joined(responses: readonly SortResponse[]): string {
  const parts = responses.filter(({ lines }) => lines > 0);
  return parts.map(({ output }) => output).join('\n');
}

startEffects();
