/**
 * Returns a function that calls `make` once and then always returns the same promise. A promise that rejects is
 * forgotten, so that the next call tries again.
 */
export function memoizeAsync<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | undefined;
  return () => {
    kept ??= make().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
