import type { ClusterMember, SharedLimits } from './member.js';

/** A setting that should be the same at all gateways, and is not. */
export interface Difference {
  readonly setting: string;
  readonly values: readonly { readonly value: SharedLimits[string]; readonly members: readonly string[] }[];
}

/** Formats a difference for people. */
export function differenceText({ setting, values }: Difference): string {
  return `${setting} differs: ${values.map(({ value, members }) => `${value} (${members.join(', ')})`).join(', ')}`;
}

/**
 * Returns the settings in which gateways that run differ, by name, with their values in ascending order, so that the same
 * difference is always named alike. One that has not reported a setting does not differ in it.
 */
export function differencesOf(members: readonly ClusterMember[]): Difference[] {
  const bySetting = new Map<string, Map<SharedLimits[string], string[]>>();
  for (const { name, limits = {}, hasLapsed } of members) {
    if (hasLapsed) continue;
    for (const [setting, value] of Object.entries(limits)) {
      const byValue = bySetting.get(setting) ?? new Map<SharedLimits[string], string[]>();
      bySetting.set(setting, byValue);
      byValue.set(value, [...(byValue.get(value) ?? []), name]);
    }
  }
  return [...bySetting]
    .filter(([, byValue]) => byValue.size > 1)
    .toSorted(ascending)
    .map(([setting, byValue]) => ({
      setting,
      values: [...byValue].toSorted(ascending).map(([value, names]) => ({ value, members: names })),
    }));
}

function ascending<Value>([one]: readonly [Value, unknown], [other]: readonly [Value, unknown]): number {
  return one < other ? -1 : 1;
}
