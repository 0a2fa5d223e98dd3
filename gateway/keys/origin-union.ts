/** The union of many lists of origins, kept up to date list by list. */
export class OriginUnion {
  readonly #counts = new Map<string, number>();

  has(origin: string): boolean {
    return this.#counts.has(origin);
  }

  add(origins: readonly string[]): void {
    for (const origin of origins) this.#counts.set(origin, (this.#counts.get(origin) ?? 0) + 1);
  }

  /** Takes a list out again that was added before. */
  remove(origins: readonly string[]): void {
    for (const origin of origins) {
      const count = this.#counts.get(origin) ?? 0;
      if (count > 1) this.#counts.set(origin, count - 1);
      else this.#counts.delete(origin);
    }
  }
}
