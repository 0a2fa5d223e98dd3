import { signal } from '@preact/signals';
import { gatewayNow } from '../session/gateway-clock.js';
import { relativeTime } from './relative-time.js';

/** How often "2 minutes ago" is looked at, in milliseconds. */
const tickMs = 20_000;

const ticks = signal(0);
setInterval(() => {
  ticks.value++;
}, tickMs);

/** How long ago something was, with the time itself for who points at it. @param at - ISO 8601. */
export function Moment({ at }: { readonly at: string }) {
  const time = new Date(at);
  // Looked at anew with each.
  void ticks.value;
  return (
    <time dateTime={at} title={time.toLocaleString()}>
      {relativeTime(time.getTime(), gatewayNow())}
    </time>
  );
}
