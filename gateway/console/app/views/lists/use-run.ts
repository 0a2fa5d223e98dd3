import { type ReadonlySignal, useSignalEffect } from '@preact/signals';
import { canRun } from '../../session/credentials.js';
import type { LatestRun } from '../../session/latest-run.js';

/** Runs the input while the view is shown and a user is signed in. @param wanted - undefined without a valid input. */
export function useRun<Input, Output>(run: LatestRun<Input, Output>, wanted: ReadonlySignal<Input | undefined>): void {
  useSignalEffect(() => {
    const input = wanted.value;
    if (input === undefined) run.reset();
    else if (canRun.value) run.ask(input);
  });
}
