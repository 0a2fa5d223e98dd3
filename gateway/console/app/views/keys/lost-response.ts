import { effect, signal } from '@preact/signals';
import { gatewayNow } from '../../session/gateway-clock.js';
import { reachable } from '../../session/reachability.js';
import type { NewKeyDraft } from './dialogs.js';
import { type Key, nameOf } from './key.js';
import { announcement, keys, loadToEnd, next } from './key-list.js';

/** The largest expected difference between the clocks of the gateway and this machine, in milliseconds. */
const clockToleranceMs = 600_000;

/** What the list tells about a key whose creation got no response. */
interface LostResponse {
  /** The draft of the key. */
  readonly dialog: number;
  /** Undefined if the key was not created. */
  readonly found: Key | undefined;
}

/** The last lost response, once the list has been checked. */
export const lostResponse = signal<LostResponse | undefined>(undefined);

/** The known keys before a key was requested. */
interface KnownKeys {
  readonly ids: ReadonlySet<string>;
  readonly isComplete: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Returns which keys the console knows of, before a request whose response may get lost. */
export function knownKeys(): KnownKeys {
  const all = keys.peek();
  const isComplete = all !== undefined && next.peek() === null;
  return { ids: new Set((all ?? []).map(({ id }) => id)), isComplete, at: gatewayNow() };
}

/** Checks, as soon as the gateway responds, whether a key was created although the response was lost. */
export async function lookForKey(draft: NewKeyDraft, before: KnownKeys): Promise<void> {
  lostResponse.value = undefined;
  do await gatewayIsBack();
  while (!(await loadToEnd()) && !reachable.peek());
  if (next.peek() !== null || keys.peek() === undefined) return;
  const found = madeSince(keys.peek() ?? [], draft, before);
  lostResponse.value = { dialog: draft.dialog, found };
  if (found !== undefined) announcement.value = `${nameOf(found)} was created, but its secret was lost on the way.`;
}

/** Returns the newest matching key that is not known from before. */
function madeSince(all: readonly Key[], draft: NewKeyDraft, before: KnownKeys): Key | undefined {
  return all.findLast(
    (key) =>
      !before.ids.has(key.id) &&
      key.revokedAt === null &&
      (key.label ?? '') === draft.label.trim() &&
      key.environment === draft.environment &&
      (draft.accountId.trim() === '' || key.accountId === draft.accountId.trim()) &&
      (before.isComplete || Date.parse(key.createdAt) >= before.at - clockToleranceMs),
  );
}

function gatewayIsBack(): Promise<void> {
  return new Promise((resolve) => {
    const end = effect(() => {
      if (!reachable.value) return;
      resolve();
      queueMicrotask(() => end());
    });
  });
}
