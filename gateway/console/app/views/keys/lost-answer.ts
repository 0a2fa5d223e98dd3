import { effect, signal } from '@preact/signals';
import { gatewayNow } from '../../session/gateway-clock.js';
import { reachable } from '../../session/reachability.js';
import type { NewKeyDraft } from './dialogs.js';
import { type Key, nameOf } from './key.js';
import { announcement, keys, loadToEnd, next } from './key-list.js';

/** How far the clocks of the gateway and of this machine may be apart, in milliseconds. */
const clockToleranceMs = 600_000;

/** What the list says of a key that was asked for, where the answer was lost. */
interface LostAnswer {
  /** Of the draft that asked for it. */
  readonly dialog: number;
  /** Undefined if no such key was made. */
  readonly found: Key | undefined;
}

/** Of the last answer that was lost, when the list has been looked at. */
export const lostAnswer = signal<LostAnswer | undefined>(undefined);

/** What was known of the list when a key was asked for. */
interface KnownKeys {
  readonly ids: ReadonlySet<string>;
  readonly isComplete: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export function knownKeys(): KnownKeys {
  const all = keys.peek();
  const isComplete = all !== undefined && next.peek() === null;
  return { ids: new Set((all ?? []).map(({ id }) => id)), isComplete, at: gatewayNow() };
}

/** Looks, as soon as the gateway answers, whether a key was made although its answer was lost. */
export async function lookForKey(draft: NewKeyDraft, before: KnownKeys): Promise<void> {
  lostAnswer.value = undefined;
  do await gatewayIsBack();
  while (!(await loadToEnd()) && !reachable.peek());
  if (next.peek() !== null || keys.peek() === undefined) return;
  const found = madeSince(keys.peek() ?? [], draft, before);
  lostAnswer.value = { dialog: draft.dialog, found };
  if (found !== undefined) announcement.value = `${nameOf(found)} was created, but its secret was lost on the way.`;
}

/** The newest key that is as it was asked for, and was not there before. */
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
