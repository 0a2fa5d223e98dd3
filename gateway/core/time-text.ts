const dayMs = 24 * 60 * 60_000;

const form = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** What {@link parseTime} takes, for people. */
export const timeForm = 'be a day such as 2026-01-31, or a time such as 2026-01-31T09:30:00Z';

/**
 * Parses a day in UTC, or a time with its zone, in ISO 8601.
 *
 * @param isEnd - whether a day means its end, which is the begin of the next one.
 * @returns milliseconds since the epoch; undefined if there is no such time.
 */
export function parseTime(text: string, isEnd: boolean): number | undefined {
  const [, day, time] = form.exec(text) ?? [];
  if (day === undefined) return undefined;
  const midnight = new Date(`${day}T00:00:00Z`);
  // JavaScript reads the 30th of February as a day of March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  if (time === undefined) return midnight.getTime() + (isEnd ? dayMs : 0);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
