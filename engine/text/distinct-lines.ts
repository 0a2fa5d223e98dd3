/**
 * Keeps the first of equal lines, in order. Lines are equal code unit for code unit or, without regard to case, when
 * their lower-case forms are: no other folding and no normalisation.
 */
export function distinctLines(lines: readonly string[], { caseSensitive }: { caseSensitive: boolean }): string[] {
  if (caseSensitive) return [...new Set(lines)];
  const seen = new Set<string>();
  return lines.filter((line) => {
    const folded = line.toLowerCase();
    if (seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
}
