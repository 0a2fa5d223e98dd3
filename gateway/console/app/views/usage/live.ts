import { effect, signal } from '@preact/signals';
import { isOperator, operatorRequest, sendAsOperator } from '../../session/credentials.js';
import { isAbort, RequestFailure, sendForText } from '../../session/request.js';
import { retryWhileLimited } from '../../session/slow-request-notice.js';
import { metricsOf, parseMetrics } from './metrics-text.js';
import { addReading, longestGapMs, type Reading } from './readings.js';

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

/** `GET /metrics/recent`. */
interface RecentMetrics {
  readonly series: readonly { readonly name: string; readonly labels: Readonly<Record<string, string>> }[];
  readonly readings: readonly { readonly ageSeconds: number; readonly values: readonly number[] }[];
}

/** Takes what the gateway measured while the page was closed or hidden. Without it, the gauges begin empty. */
async function loadRecent(signal: AbortSignal): Promise<void> {
  try {
    const { series, readings: recent } = await sendAsOperator<RecentMetrics>('GET', '/metrics/recent', { signal });
    if (!isOperator.peek()) return;
    const now = performance.now();
    readings.value = recent.reduce<readonly Reading[]>((all, { ageSeconds, values }) => {
      const metrics = metricsOf(
        values.map((value, index) => ({ ...(series[index] ?? { name: '', labels: {} }), value })),
      );
      return addReading(all, { atMs: now - ageSeconds * 1_000, metrics });
    }, []);
  } catch {
    // The first request for the metrics says what is wrong.
  }
}

/** Loads the metrics once; at first, and after a gap, those of the last minutes too. */
export async function readMetrics(signal: AbortSignal): Promise<void> {
  const last = readings.peek().at(-1);
  if (last === undefined || performance.now() - last.atMs > longestGapMs) await loadRecent(signal);
  try {
    const text = await retryWhileLimited(
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
