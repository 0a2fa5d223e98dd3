import { RequestFailure } from './request.js';

/** Said while a request waits for its turn. */
export const tooManyRequests = 'Too many requests for a moment. Trying again…';

/** How long to wait after the first refusal, and the most after many, in milliseconds. */
const firstPauseMs = 2_000;
const longestPauseMs = 15_000;

/** Said when an answer does not come, and after how many milliseconds. */
const stillWaiting = 'Still waiting for the gateway…';
const slowMs = 5_000;

export interface PatienceOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told of {@link tooManyRequests} and {@link stillWaiting}, and by {@link patiently} of '' when the wait is over. */
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
        return await whileWaiting(make(), { signal, onWait });
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

/** Waits for an answer, and says so when it takes long. @returns what it is, or throws what it fails with. */
export async function whileWaiting<Result>(
  answer: Promise<Result>,
  { signal, onWait = () => {} }: PatienceOptions,
): Promise<Result> {
  const timer = setTimeout(() => onWait(stillWaiting), slowMs);
  const forget = () => clearTimeout(timer);
  signal?.addEventListener('abort', forget);
  try {
    return await answer;
  } finally {
    forget();
    signal?.removeEventListener('abort', forget);
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
