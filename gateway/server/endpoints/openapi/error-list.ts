import { type ErrorCode, errorTable } from '#gateway/core/errors.js';
import { commonErrors } from './bad-requests.js';
import { type ErrorFacts, gatewayFacts, workflowFacts } from './error-facts.js';
import { badRequestsOf, type DescribedEndpoint, vocabularyFor } from './vocabulary.js';

/** The documentation of an error code. */
export interface ErrorEntry {
  readonly code: ErrorCode;
  readonly status: number;
  readonly title: string;
  /** Its messages, with varying parts in braces, and when each occurs. */
  readonly sentences: readonly { readonly template: string; readonly when: string }[];
  /** The names of its details, in the order of the message. */
  readonly members: readonly string[];
}

/**
 * Returns every error code in the order of the tables. The page of errors comes from it.
 *
 * @throws {Error} if a code has no explanation.
 */
export function errorList(endpoints: readonly DescribedEndpoint[]): readonly ErrorEntry[] {
  const all = allErrors(endpoints);
  return (Object.keys(errorTable) as ErrorCode[]).map((code) => {
    const facts = all.filter(({ problem }) => problem.code === code);
    if (facts.length === 0) throw new Error(`The error ${code} is not explained`);
    const { status, title } = errorTable[code];
    const members = new Set(facts.flatMap(({ problem }) => Object.keys(problem.details)));
    return { code, status, title, sentences: distinct(facts), members: [...members] };
  });
}

/** Returns all errors that responses may have. */
export function allErrors(endpoints: readonly DescribedEndpoint[]): readonly ErrorFacts[] {
  const badRequests = badRequestsOf(endpoints, vocabularyFor(endpoints, undefined));
  const ofAll = [...Object.values(workflowFacts), ...Object.values(gatewayFacts)];
  return [...commonErrors, ...Object.values(badRequests).flat(), ...ofAll];
}

/** Several endpoints may send the same message, each with its own example. */
function distinct(facts: readonly ErrorFacts[]): ErrorEntry['sentences'] {
  const sentences = new Map<string, string>();
  for (const { template, when } of facts) if (!sentences.has(template)) sentences.set(template, when);
  return Array.from(sentences, ([template, when]) => ({ template, when }));
}
