import { type ReadonlySignal, signal } from '@preact/signals';
import type { LocalOperation } from '#gateway/console/engine/messages.js';
import type { RunProgress } from '../../session/latest-run.js';
import { runOperation } from '../../session/run-operation.js';
import { retryWhileLimited } from '../../session/slow-request-notice.js';
import { isInParts, type PartedList } from './parted-list.js';

/** Sends lists in parts, one after the other, and keeps the responses to a list as long as the list itself. */
export interface PartSender<List extends PartedList<object>, PartResponse> {
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
  /** Sends the parts without a response. @throws as `runOperation`; what has a response is kept. */
  send(list: List, aborted: AbortSignal, onProgress: (progress: RunProgress) => void): Promise<readonly PartResponse[]>;
}

export function createPartSender<List extends PartedList<object>, PartResponse>(
  operation: LocalOperation,
): PartSender<List, PartResponse> {
  const allowed = signal<List | undefined>(undefined);
  const done = signal(0);
  const note = signal('');
  const responses = new WeakMap<List, PartResponse[]>();

  return {
    done,
    note,
    mayBeSent: (list) => !isInParts(list) || allowed.value === list,
    allow(list) {
      done.value = responses.get(list)?.length ?? 0;
      allowed.value = list;
    },
    stop() {
      allowed.value = undefined;
    },
    responsesTo: (list) => responses.get(list) ?? [],
    async send(list, aborted, onProgress) {
      const { isAtGateway } = list;
      const make = (body: object) =>
        runOperation<PartResponse>(operation, body, { isAtGateway, signal: aborted, onProgress });
      // The list runs again if it is wanted again: only a list in parts goes on where it was.
      if (!isInParts(list)) return [await make(list.whole)];
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
