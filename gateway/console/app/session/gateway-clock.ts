/** When the gateway last told the time, by its clock and by the page's, in milliseconds. */
let told: { readonly nowMs: number; readonly atMs: number } | undefined;

/** Takes the time from a fresh answer. @param date - its header `Date`; null if it has none. */
export function noteDate(date: string | null): void {
  const nowMs = Date.parse(date ?? '');
  if (!Number.isNaN(nowMs)) told = { nowMs, atMs: performance.now() };
}

/** What time it is where the gateway runs, in milliseconds since the epoch: the clock of who looks may be wrong. */
export function gatewayNow(): number {
  return told === undefined ? Date.now() : told.nowMs + performance.now() - told.atMs;
}
