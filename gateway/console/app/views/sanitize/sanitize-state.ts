import { computed, signal } from '@preact/signals';
import { onSignOut } from '../../session/credentials.js';
import { createLatestRun } from '../../session/latest-run.js';
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

/** The input lives as long as the page: it stays when the user returns from another view. */
export const text = signal(sample);
export const options = signal<SanitizeOptions>(sanitizeDefaults);
export const fileProblem = signal('');
/** How the result is shown. */
export const form = signal<'changes' | 'text'>('changes');

export const draft = computed(() => draftSanitize(text.value, options.value));

/** Why the draft is not sent; '' if it can be. */
export const problem = computed(() => {
  const { urlProblem, extraProblem, keepProblem } = draft.value;
  return urlProblem || extraProblem || keepProblem;
});

interface SanitizeResponse {
  readonly sanitized: readonly string[];
  readonly removed?: readonly (readonly Removal[])[];
}

export const sender = createPartSender<SanitizeList, SanitizeResponse>('/v1/sanitize');

/** Undefined if nothing can be sent. */
export const sendable = computed(() =>
  draft.value.list.urls.length === 0 || problem.value !== '' ? undefined : draft.value.list,
);

/** What is to be sent now; undefined for nothing. */
export const wanted = computed(() =>
  sendable.value !== undefined && sender.mayBeSent(sendable.value) ? sendable.value : undefined,
);

interface Sanitized {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Undefined unless it was asked for. */
  readonly removals: readonly (readonly Removal[])[] | undefined;
}

export const run = createLatestRun<SanitizeList, Sanitized>({
  debounceMs: 250,
  run: async (list, signal) => joined(list, await sender.send(list, signal)),
});

// The next user neither sees the result of this one nor pays for the other parts.
onSignOut(() => {
  sender.stop();
  run.reset();
});

function joined({ urls }: SanitizeList, responses: readonly SanitizeResponse[]): Sanitized {
  const explained = responses.every(({ removed }) => removed !== undefined);
  return {
    before: urls,
    after: responses.flatMap(({ sanitized }) => sanitized),
    removals: explained ? responses.flatMap(({ removed = [] }) => removed) : undefined,
  };
}

/** The cleaned URLs of the parts that have a response. */
export function cleanedSoFar(list: SanitizeList): readonly string[] {
  return joined(list, sender.responsesTo(list)).after;
}

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
