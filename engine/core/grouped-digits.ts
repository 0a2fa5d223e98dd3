/**
 * Writes a whole number for a sentence: 60,000. Not by `toLocaleString`, which takes 20 ms when it is first called, often
 * at the start of a process.
 */
export function groupedDigits(count: number): string {
  const digits = String(count);
  let grouped = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3)
    grouped = `${digits.slice(Math.max(end - 3, 0), end)},${grouped}`;
  return grouped;
}
