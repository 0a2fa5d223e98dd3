/**
 * Whether tests run in their full form: those of reliability in `npm run test:full`, and files that end in
 * `.full.test.ts`.
 */
export const isFullForm = process.env.TEXTMILL_TEST_FULL === 'true';

/**
 * Returns how many random samples a property tests. The seeds of the engine's properties are fixed, so a run repeats
 * the samples of the run before: a tenth of them shows whether a property holds at all, and the full form tests the
 * rarer texts.
 *
 * @param full - how many the full form tests.
 */
export function sampleSize(full: number): number {
  return isFullForm ? full : Math.min(full, Math.max(40, Math.ceil(full / 10)));
}
