import type { AccountUsage } from './responses.js';
import { whole } from './units.js';

/** The used part of a daily quota, and the rest. */
export function QuotaBar({ used, limit, remaining }: Pick<AccountUsage, 'used' | 'limit' | 'remaining'>) {
  if (limit === null || remaining === null) {
    return (
      <div class="quota">
        <p>
          <span>
            <strong>{whole(used)}</strong> {used === 1 ? 'request' : 'requests'} counted; the daily quota is switched
            off.
          </span>
        </p>
      </div>
    );
  }
  const share = Math.min(1, used / limit);
  return (
    <div class="quota">
      <p>
        <span>
          <strong>{whole(used)}</strong> of {whole(limit)} used
        </span>
        <span>
          <strong>{whole(remaining)}</strong> left
        </span>
      </p>
      <div class="quota-bar" aria-hidden="true" data-full={share >= 0.9 ? true : undefined}>
        <div style={{ width: `${(share * 100).toFixed(2)}%` }} />
      </div>
      <p class="fine">
        Counted over the last 24 hours, to the minute. After an unclean stop of Textmill, reserved requests count as
        used.
      </p>
    </div>
  );
}
