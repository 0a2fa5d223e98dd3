import { type ReadonlySignal, useSignalEffect } from '@preact/signals';
import { canRun } from '../../session/credentials.js';
import type { LatestRun } from '../../session/latest-run.js';

/** Runs what is wanted while the view is shown and somebody is signed in. @param wanted - undefined if nothing can be. */
export function useRun<Input, Output>(run: LatestRun<Input, Output>, wanted: ReadonlySignal<Input | undefined>): void {
  useSignalEffect(() => {
    const input = wanted.value;
    if (input === undefined) run.reset();
    else if (canRun.value) run.ask(input);
  });
}
