const dayHours = 24;

/** The spans of time that usage is shown for, by name: how many periods of how many hours. */
const ranges = {
  '24h': { periods: 24, hours: 1 },
  '7d': { periods: 7, hours: dayHours },
  '30d': { periods: 30, hours: dayHours },
} as const;

export type UsageRangeName = keyof typeof ranges;

export const usageRangeNames = Object.keys(ranges) as readonly UsageRangeName[];

/** A span of time up to now, in hours or in days in UTC. */
export interface UsageRange {
  readonly name: UsageRangeName;
  /** Its first hour, in whole hours since the epoch. */
  readonly firstHour: number;
  /** Hours in each of its periods: 1 or 24. */
  readonly hoursPerPeriod: number;
}

/** Returns a range as it is now. The present hour or day is its last period. @param now - milliseconds since the epoch. */
export function usageRange(name: UsageRangeName, now: number): UsageRange {
  const { periods, hours } = ranges[name];
  const present = Math.floor(now / 3_600_000 / hours);
  return { name, firstHour: (present - periods + 1) * hours, hoursPerPeriod: hours };
}

/** Returns the first hour of the period that an hour is in. */
export function periodOf(hour: number, { hoursPerPeriod }: UsageRange): number {
  return hour - (hour % hoursPerPeriod);
}
