const oneHourMs = 3_600_000;

/** What a bar of a chart stands for. Hours are shown in local time, days are those of UTC. */
export type Period = 'hour' | 'day';

/** Formats a period: `14:00 to 15:00`, or `Mon 23 Nov`. */
export function periodName(period: Period, beginMs: number): string {
  return period === 'hour' ? `${clock(beginMs)} to ${clock(beginMs + oneHourMs)}` : dayName(beginMs, 'short');
}

/** Formats the begin of a period for the axis: `14:00`, or `23 Nov`. */
export function axisName(period: Period, beginMs: number): string {
  return period === 'hour' ? clock(beginMs) : dayName(beginMs);
}

function clock(timeMs: number): string {
  return new Date(timeMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

function dayName(timeMs: number, weekday?: 'short'): string {
  const parts = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return new Date(timeMs).toLocaleDateString('en-GB', weekday === undefined ? parts : { weekday, ...parts });
}
