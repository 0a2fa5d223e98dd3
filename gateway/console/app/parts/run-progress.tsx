import { useId } from 'preact/hooks';
import type { LatestRun } from '../session/latest-run.js';

export interface RunProgressProps {
  readonly run: Pick<LatestRun<never, unknown>, 'progress' | 'stop'>;
}

/** How far a long run is, and the button that stops it. */
export function RunProgress({ run }: RunProgressProps) {
  const id = useId();
  const { step, of } = run.progress.value ?? { step: 0, of: 0 };
  return (
    <div class="run-progress">
      <span id={id}>{of === 0 ? 'Running…' : `Step ${step} of ${of}…`}</span>
      <progress aria-labelledby={id} {...(of > 1 && { max: of, value: step - 1 })} />
      <button type="button" class="button" onClick={run.stop}>
        Stop
      </button>
    </div>
  );
}
