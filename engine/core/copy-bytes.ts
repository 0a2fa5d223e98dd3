const { copy } = Buffer.prototype;

/** Copies bytes, twice as fast as `set` if one of the two is shared memory: V8 copies that word by word. */
export function copyBytes(
  source: Uint8Array,
  target: Uint8Array,
  { from, to, length }: { readonly from: number; readonly to: number; readonly length: number },
): void {
  copy.call(source, target, to, from, from + length);
}
