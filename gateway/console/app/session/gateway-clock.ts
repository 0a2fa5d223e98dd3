/** The last time from the gateway, and when it came by the page's clock, in milliseconds. */
let reported: { readonly nowMs: number; readonly atMs: number } | undefined;

/** Reads the time of a fresh response. @param date - its header `Date`; null without one. */
export function noteDate(date: string | null): void {
  const nowMs = Date.parse(date ?? '');
  if (!Number.isNaN(nowMs)) reported = { nowMs, atMs: performance.now() };
}

/** Returns the gateway's time in milliseconds since the epoch: the clock of this machine may be wrong. */
export function gatewayNow(): number {
  return reported === undefined ? Date.now() : reported.nowMs + performance.now() - reported.atMs;
}
