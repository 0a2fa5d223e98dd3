/**
 * Writes a whole number for a sentence: 60,000. Not by `toLocaleString`, which takes 20 ms when it is first called, often
 * at the start of a process.
 */
export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
