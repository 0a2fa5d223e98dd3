import { effect, signal } from '@preact/signals';
import { isOperator, sendAsOperator } from '../../session/credentials.js';
import { isAbort, RequestFailure } from '../../session/request.js';
import { retryWhileLimited } from '../../session/slow-request-notice.js';

/** A gateway as in `GET /cluster`. */
export interface ClusterMember {
  readonly name: string;
  readonly address: string | null;
  readonly version: string;
  readonly startedAt: string;
  readonly ageSeconds: number;
  readonly heartbeatSeconds: number | null;
  readonly lag: number | null;
  readonly ready: boolean;
  readonly degraded: boolean;
  readonly lapsed: boolean;
  readonly answered: boolean;
}

/** `GET /cluster`. */
interface Cluster {
  readonly store: 'sqlite' | 'postgresql';
  readonly reachable: boolean;
  readonly gateways: number;
  readonly members: readonly ClusterMember[];
  readonly differences: readonly {
    readonly setting: string;
    readonly values: readonly { readonly value: unknown; readonly members: readonly string[] }[];
  }[];
}

export const cluster = signal<Cluster | undefined>(undefined);
export const clusterProblem = signal('');

effect(() => {
  if (isOperator.value) return;
  cluster.value = undefined;
  clusterProblem.value = '';
});

/** Whether there is more to see than the gateway that responds. */
export function isCluster({ store, gateways, members }: Cluster): boolean {
  return store === 'postgresql' || gateways > 1 || members.length > 1;
}

/** Loads the gateways once. */
export async function loadCluster(signal: AbortSignal): Promise<void> {
  const onWait = (message: string) => {
    clusterProblem.value = message;
  };
  try {
    const loaded: Cluster = await retryWhileLimited(() => sendAsOperator('GET', '/cluster', { signal }), {
      signal,
      onWait,
    });
    if (isOperator.peek() && !signal.aborted) cluster.value = loaded;
  } catch (error) {
    if (!isAbort(error)) clusterProblem.value = error instanceof RequestFailure ? error.message : String(error);
  }
}
