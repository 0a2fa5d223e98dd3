import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options?: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

let collect: Collect | undefined;

/**
 * Collects the garbage of this thread now, which stops it for tens of milliseconds.
 *
 * @param flavor - `last-resort` also returns the memory to the system that V8 would keep for objects to come.
 */
export function collectGarbage(flavor?: 'last-resort'): void {
  if (collect === undefined) {
    // The flag exposes `gc` only to contexts created while it is set, so tools never see it.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
    setFlagsFromString('--no-expose-gc');
  }
  if (flavor === undefined) collect();
  else collect({ type: 'major', flavor });
}
