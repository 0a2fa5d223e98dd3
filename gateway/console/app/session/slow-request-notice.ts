import { isRateLimited, Retries } from '#gateway/client/retry-policy.js';
import { realTiming } from '#gateway/client/timing.js';
import { RequestFailure } from './request.js';

/** Shown while a request waits for its turn. */
export const tooManyRequests = 'Too many requests for a moment. Trying again…';

/** Shown while a response takes longer than this, in milliseconds. */
const stillWaiting = 'Still waiting for the gateway…';
const slowMs = 5_000;

export interface SlowRequestOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with {@link tooManyRequests} and {@link stillWaiting}, and by {@link retryWhileLimited} with '' at the end.
   */
  readonly onWait?: (message: string) => void;
}

/**
 * Repeats a request as long as it is rate limited. It may change something: the gateway refused it unread.
 *
 * @throws any other failure, or the signal's reason.
 */
export async function retryWhileLimited<Result>(
  make: () => Promise<Result>,
  { signal, onWait = () => {} }: SlowRequestOptions = {},
): Promise<Result> {
  const retries = new Retries({ maxWaitMs: Number.POSITIVE_INFINITY, timing: realTiming });
  try {
    for (;;) {
      try {
        return await withSlowNotice(make(), { signal, onWait });
      } catch (error) {
        if (!(error instanceof RequestFailure) || !isRateLimited(error)) throw error;
        retries.count(error);
      }
      onWait(tooManyRequests);
      await realTiming.wait(retries.backOffMs(), signal);
    }
  } finally {
    onWait('');
  }
}

/** Waits for a response, and says so when it takes long. @returns the response, or throws its failure. */
export async function withSlowNotice<Result>(
  response: Promise<Result>,
  { signal, onWait = () => {} }: SlowRequestOptions,
): Promise<Result> {
  const timer = setTimeout(() => onWait(stillWaiting), slowMs);
  const forget = () => clearTimeout(timer);
  signal?.addEventListener('abort', forget);
  try {
    return await response;
  } finally {
    forget();
    signal?.removeEventListener('abort', forget);
  }
}
