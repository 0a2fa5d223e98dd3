import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Collects the garbage of this thread, and gives its memory back to the system. V8 does so by itself only when a thread
 * runs its event loop, and an idle thread of the pool sleeps outside of it.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    // The flag shows `gc` to contexts that are made from now on, so the tools never see it.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
  }
  collect();
}
