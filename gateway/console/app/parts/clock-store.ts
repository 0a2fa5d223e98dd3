import { signal } from '@preact/signals';
import { gatewayNow } from '../session/gateway-clock.js';

// Inputs

/** Grows with the time. */
const ticks = signal(0);

// Effects

function startEffects(): void {
  // Time goes on → "2 minutes ago" is written again.
  setInterval(tick, tickMs);
}

// Actions

/** How often "2 minutes ago" is updated, in milliseconds. */
const tickMs = 20_000;

function tick(): void {
  ticks.value++;
}

/** Returns the gateway's time, and renders the component again as it goes on. */
export function tickingNow(): number {
  void ticks.value;
  return gatewayNow();
}

startEffects();
