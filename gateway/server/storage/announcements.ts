/** Longest time for which something is claimed, in milliseconds. */
export const longestClaimMs = 8 * 24 * 3_600_000;

/** What has been announced to the operator: gateways that share a store announce it once. */
export interface Announcements {
  /**
   * Claims an announcement. Whoever gets it makes it.
   *
   * @param forMs - how long nobody else gets it, at most {@link longestClaimMs}.
   * @returns false if it was claimed before, and its time is not over.
   * @throws (as a rejection) if the store cannot be written.
   */
  claim(name: string, forMs: number): Promise<boolean>;
}
