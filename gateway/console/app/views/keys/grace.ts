/** Longest time that a secret stays valid after a rotation, in seconds: 7 days. */
const maxGraceSeconds = 604_800;

/** The offered grace periods of the old secret, in seconds. */
export const graces: readonly (readonly [seconds: string, name: string])[] = [
  ['0', 'Ends immediately'],
  ['3600', 'Stays valid for 1 hour'],
  ['86400', 'Stays valid for 1 day'],
  ['604800', 'Stays valid for 7 days'],
];

/** Parses typed seconds; undefined unless they are an integer from 0 to 604,800. */
export function readGrace(text: string): number | undefined {
  const seconds = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return seconds <= maxGraceSeconds ? seconds : undefined;
}
