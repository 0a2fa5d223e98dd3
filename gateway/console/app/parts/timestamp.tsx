import { signal } from '@preact/signals';
import { gatewayNow } from '../session/gateway-clock.js';
import { relativeTime, timeUntil } from './relative-time.js';

/** How often "2 minutes ago" is updated, in milliseconds. */
const tickMs = 20_000;

const ticks = signal(0);
setInterval(() => {
  ticks.value++;
}, tickMs);

/** Returns the gateway's time, and renders the component again as it goes on. */
export function tickingNow(): number {
  void ticks.value;
  return gatewayNow();
}

/** Shows how long ago something was, with the time itself as a tooltip. @param at - ISO 8601. */
export function Timestamp({ at }: { readonly at: string }) {
  return <Time at={at} text={relativeTime(Date.parse(at), tickingNow())} />;
}

/** Shows how long it is until a time, with the time itself as a tooltip. @param at - ISO 8601. */
export function Until({ at }: { readonly at: string }) {
  return <Time at={at} text={timeUntil(Date.parse(at), tickingNow())} />;
}

function Time({ at, text }: { readonly at: string; readonly text: string }) {
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {text}
    </time>
  );
}
