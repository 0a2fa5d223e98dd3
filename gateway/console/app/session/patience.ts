import { RequestFailure } from './request.js';

/** Said while a request waits for its turn. */
const tooManyRequests = 'Too many requests for a moment. Trying again…';

/** How long to wait after the first refusal, and the most after many, in milliseconds. */
const firstPauseMs = 2_000;
const longestPauseMs = 15_000;

export interface PatienceOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told of {@link tooManyRequests}, and of '' when the wait is over. */
  readonly onWait?: (message: string) => void;
}

/**
 * Makes a request again as long as it is refused because there were too many: nothing was done about it then.
 *
 * @throws whatever else it fails with, or the signal's reason.
 */
export async function patiently<Result>(
  make: () => Promise<Result>,
  { signal, onWait = () => {} }: PatienceOptions = {},
): Promise<Result> {
  try {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        return await make();
      } catch (error) {
        if (!(error instanceof RequestFailure) || error.status !== 429) throw error;
      }
      onWait(tooManyRequests);
      await pause(pauseMs, signal);
    }
  } finally {
    onWait('');
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
