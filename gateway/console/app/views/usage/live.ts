import { effect, signal } from '@preact/signals';
import { isOperator, operatorRequest } from '../../session/credentials.js';
import { patiently } from '../../session/patience.js';
import { isAbort, RequestFailure, sendForText } from '../../session/request.js';
import { parseMetrics } from './metrics-text.js';
import { addReading, type Reading } from './readings.js';

export const readings = signal<readonly Reading[]>([]);
/** When the last reading came, in wall-clock time. */
export const lastReadAt = signal<Date | undefined>(undefined);
/** Why there is no newer reading, or that it waits; '' without a problem. */
export const liveProblem = signal('');

effect(() => {
  if (isOperator.value) return;
  readings.value = [];
  lastReadAt.value = undefined;
  liveProblem.value = '';
});

/** Loads the metrics once. */
export async function readMetrics(signal: AbortSignal): Promise<void> {
  try {
    const text = await patiently(
      () => operatorRequest((access) => sendForText('GET', '/metrics', { ...access, signal })),
      {
        signal,
        onWait: (message) => {
          liveProblem.value = message;
        },
      },
    );
    if (!isOperator.peek()) return;
    readings.value = addReading(readings.peek(), { atMs: performance.now(), metrics: parseMetrics(text) });
    lastReadAt.value = new Date();
  } catch (error) {
    if (!isAbort(error)) liveProblem.value = messageOf(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof RequestFailure ? error.message : String(error);
}
