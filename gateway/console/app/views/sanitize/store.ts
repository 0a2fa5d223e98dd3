import { computed, effect, signal } from '@preact/signals';
import { createLatestRun } from '../../session/latest-run.js';
import { canRunThere, wantsGateway } from '../../session/run-target-store.js';
import { eachTime, signOuts } from '../../session/session-store.js';
import { createListInput } from '../lists/list-input.js';
import { createPartSender } from '../lists/part-sender.js';
import type { Removal } from './changed-urls.js';
import { compareUrls } from './removed-parts.js';
import { draftSanitize, type SanitizeList, type SanitizeOptions, sanitizeDefaults } from './sanitize-request.js';

/** Uses reserved names (RFC 2606). */
export const sample = `https://shop.example/shoes?size=42&utm_source=newsletter&utm_medium=email&color=blue
https://news.example/article?id=7&fbclid=IwAR2xKp&ref=home#comments
https://video.example/watch?v=k3J9qZ&t=43
https://docs.example/search?q=a%20b+c&gclid=Cj0KCQiA&lang=en
https://app.example/login?mc_cid=1a2b3c&mc_eid=4d5e6f
`;

interface SanitizeResponse {
  readonly sanitized: readonly string[];
  readonly removed?: readonly (readonly Removal[])[];
}

interface Sanitized {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Undefined unless it was asked for. */
  readonly removals: readonly (readonly Removal[])[] | undefined;
}

/** How the result is shown. */
type Form = 'changes' | 'text';

// Inputs

/** The text, and whether the view is shown. */
export const input = createListInput(sample);
export const options = signal<SanitizeOptions>(sanitizeDefaults);
export const form = signal<Form>('changes');
/** The responses: to each part, and to all of them. */
export const sender = createPartSender<SanitizeList, SanitizeResponse>('sanitize');
export const run = createLatestRun<SanitizeList, Sanitized>({
  debounceMs: 250,
  needsGateway: ({ isAtGateway }) => isAtGateway,
  run: async (list, signal, onProgress) => joined(list, await sender.send(list, signal, onProgress)),
});
/** Where the list ran last: its result is not shown as that of the other place. */
let isAtGateway = false;

// Computed

export const draft = computed(() => draftSanitize(input.text.value, options.value, wantsGateway.value));
/** Why the draft is not sent; '' if it can be. */
export const problem = computed(() => {
  const { urlProblem, extraProblem, keepProblem } = draft.value;
  return urlProblem || extraProblem || keepProblem;
});
/** Undefined if nothing can be sent. */
export const sendable = computed(() =>
  draft.value.list.urls.length === 0 || problem.value !== '' ? undefined : draft.value.list,
);
/** What is to be sent now; undefined for nothing. */
const wanted = computed(() =>
  sendable.value !== undefined && sender.mayBeSent(sendable.value) ? sendable.value : undefined,
);
/** The URLs before and after, one by one. */
export const comparisons = computed(() => {
  const { before, after, removals } = run.output.value ?? { before: [], after: [], removals: undefined };
  return after.map((url, index) => ({
    after: url,
    removals: removals?.[index] ?? [],
    ...compareUrls(before[index] ?? '', url),
  }));
});
export const cleanedText = computed(() => run.output.value?.after.join('\n') ?? '');

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

/** Changes options. */
export function setOptions(changes: Partial<SanitizeOptions>): void {
  options.value = { ...options.value, ...changes };
}

/** Shows the result in a form. */
export function setForm(next: Form): void {
  form.value = next;
}

/** Sends what is wanted, after a failure. */
export function runAgain(): void {
  if (wanted.value !== undefined) run.ask(wanted.value);
}

/** Returns the cleaned URLs of the parts that have a response. */
export function cleanedSoFar(list: SanitizeList): readonly string[] {
  return joined(list, sender.responsesTo(list)).after;
}

function joined({ urls }: SanitizeList, responses: readonly SanitizeResponse[]): Sanitized {
  const explained = responses.every(({ removed }) => removed !== undefined);
  return {
    before: urls,
    after: responses.flatMap(({ sanitized }) => sanitized),
    removals: explained ? responses.flatMap(({ removed = [] }) => removed) : undefined,
  };
}

startEffects();
