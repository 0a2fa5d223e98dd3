import { type ReadonlySignal, signal } from '@preact/signals';
import { retryWhileLimited } from '../../session/slow-request-notice.js';
import { sendWithKey } from '../../session/user-requests.js';
import type { PartedList } from './parted-list.js';

/** Sends lists in parts, one after the other, and keeps the responses to a list as long as the list itself. */
export interface PartSender<List extends PartedList<unknown>, PartResponse> {
  /** How many parts of the list that was sent last have a response. */
  readonly done: ReadonlySignal<number>;
  /** Why the current part waits; '' if it does not. */
  readonly note: ReadonlySignal<string>;
  /** Whether a list may be sent: it is one request, or the user has said so. */
  mayBeSent(list: List): boolean;
  /** Lets a list be sent, from the first part without a response. */
  allow(list: List): void;
  /** Takes that back. Replies stay. */
  stop(): void;
  /** The responses to the first parts of a list. */
  responsesTo(list: List): readonly PartResponse[];
  /** Sends the parts without a response. @throws as `sendWithKey`; what has a response is kept. */
  send(list: List, aborted: AbortSignal): Promise<readonly PartResponse[]>;
}

/** @param path - of the operation. */
export function createPartSender<List extends PartedList<unknown>, PartResponse>(
  path: string,
): PartSender<List, PartResponse> {
  const allowed = signal<List | undefined>(undefined);
  const done = signal(0);
  const note = signal('');
  const responses = new WeakMap<List, PartResponse[]>();

  return {
    done,
    note,
    mayBeSent: (list) => list.parts.length === 1 || allowed.value === list,
    allow(list) {
      done.value = responses.get(list)?.length ?? 0;
      allowed.value = list;
    },
    stop() {
      allowed.value = undefined;
    },
    responsesTo: (list) => responses.get(list) ?? [],
    async send(list, aborted) {
      const make = (body: unknown) => sendWithKey<PartResponse>('POST', path, { body, signal: aborted });
      // The list runs again if it is wanted again: only a list in parts goes on where it was.
      if (list.parts.length === 1) return [await make(list.parts[0])];
      const kept = responses.get(list) ?? [];
      responses.set(list, kept);
      // Before another list begins, which may wait for something else.
      aborted.addEventListener('abort', () => {
        note.value = '';
      });
      for (const body of list.parts.slice(kept.length)) {
        // The user watches the parts, and can stop them.
        const onWait = (because: string) => {
          if (!aborted.aborted) note.value = because;
        };
        const response = await retryWhileLimited(() => make(body), { signal: aborted, onWait });
        aborted.throwIfAborted();
        kept.push(response);
        done.value = kept.length;
      }
      return kept;
    },
  };
}
