import { signal } from '@preact/signals';
import { relativeTime } from './relative-time.js';

/** How often "2 minutes ago" is looked at, in milliseconds. */
const tickMs = 20_000;

const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, tickMs);

/** How long ago something was, with the time itself for who points at it. @param at - ISO 8601. */
export function Moment({ at }: { readonly at: string }) {
  const time = new Date(at);
  return (
    <time dateTime={at} title={time.toLocaleString()}>
      {relativeTime(time.getTime(), Math.max(now.value, Date.now()))}
    </time>
  );
}
