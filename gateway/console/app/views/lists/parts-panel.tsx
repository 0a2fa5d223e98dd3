import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { EmptyState, Notice } from '../../parts/notice.js';
import type { LatestRun } from '../../session/latest-run.js';
import type { PartSender } from './part-sender.js';
import type { PartedList } from './parted-list.js';

export interface PartsPanelProps<List extends PartedList<object>> {
  readonly list: List;
  /** What is sent: `1,234 URLs`. */
  readonly what: string;
  readonly sender: PartSender<List, unknown>;
  readonly run: LatestRun<List, unknown>;
  /** What is done so far, to be used. */
  readonly children?: ComponentChildren;
}

/** Replaces the result of a list that takes several requests, until all have a response. */
export function PartsPanel<List extends PartedList<object>>(props: PartsPanelProps<List>) {
  const { what, list, sender, run, children } = props;
  const id = useId();
  const isRunning = sender.mayBeSent(list) && run.state.value !== 'failed';
  // Read for its changes: the responses themselves are no signal.
  const done = isRunning ? sender.done.value : sender.responsesTo(list).length;
  const requests = list.parts.length;
  const shownAll = requests.toLocaleString('en');
  const start = () => {
    sender.allow(list);
    run.ask(list);
  };
  return (
    <>
      {run.state.value === 'failed' && <Notice kind="error">{run.failure.value?.message}</Notice>}
      <EmptyState title={`${what} take ${shownAll} requests`}>
        <p id={id}>
          {isRunning || done > 0
            ? `${done.toLocaleString('en')} of ${shownAll} requests are done.`
            : 'Each counts against the daily quota, so nothing is sent while you type.'}
        </p>
        {isRunning && <progress aria-labelledby={id} max={requests} value={done} />}
        <button type="button" class="button" onClick={isRunning ? () => sender.stop() : start}>
          {isRunning
            ? 'Stop'
            : done > 0
              ? `Send the other ${(requests - done).toLocaleString('en')}`
              : `Send ${shownAll} requests`}
        </button>
        {!isRunning && done > 0 && children}
      </EmptyState>
    </>
  );
}

/** What the current part waits for. */
export function PartsNote({ sender: { note } }: { readonly sender: PartSender<never, unknown> }) {
  return <span role="status">{note.value}</span>;
}
