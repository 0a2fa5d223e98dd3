import type { UsageRangeName } from '#gateway/core/usage-range.js';
import { Choice } from '../../parts/choice.js';

const ranges: readonly (readonly [UsageRangeName, string])[] = [
  ['24h', '24 hours'],
  ['7d', '7 days'],
  ['30d', '30 days'],
];

/** Returns a range in words: `Last 24 hours`. */
export function rangeName(range: UsageRangeName): string {
  return `Last ${ranges.find(([name]) => name === range)?.[1] ?? range}`;
}

/** Chooses the span of time, up to now, of which usage is shown. */
export function RangeChoice(props: {
  readonly value: UsageRangeName;
  readonly onChange: (range: UsageRangeName) => void;
}) {
  return <Choice label="Range" choices={ranges} {...props} />;
}
