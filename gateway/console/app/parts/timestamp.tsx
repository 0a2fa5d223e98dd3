import { tickingNow } from './clock-store.js';
import { relativeTime, timeUntil } from './relative-time.js';

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
