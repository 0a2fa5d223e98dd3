import { signal } from '@preact/signals';
import { gatewayNow } from '../session/gateway-clock.js';
import { relativeTime } from './relative-time.js';

/** How often "2 minutes ago" is updated, in milliseconds. */
const tickMs = 20_000;

const ticks = signal(0);
setInterval(() => {
  ticks.value++;
}, tickMs);

/** Shows how long ago something was, with the time itself as a tooltip. @param at - ISO 8601. */
export function Moment({ at }: { readonly at: string }) {
  const time = new Date(at);
  // Renders again at each tick.
  void ticks.value;
  return (
    <time dateTime={at} title={time.toLocaleString()}>
      {relativeTime(time.getTime(), gatewayNow())}
    </time>
  );
}
