import { build } from '../../gateway/boot/build.mjs';

let isBuilt = false;

/** Makes dist up to date: tests do not change the sources. */
export function buildOnce(): void {
  if (!isBuilt) build();
  isBuilt = true;
}
