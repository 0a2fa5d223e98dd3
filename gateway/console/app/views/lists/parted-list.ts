/**
 * A list that may take more than one request. Then it is sent only when the user says so: each part counts as a request of
 * the daily quota, so typing must not send them all again.
 */
export interface PartedList<Body> {
  /** The bodies of the requests, in order. */
  readonly parts: readonly Body[];
}

/** Divides items into groups of limited size, at least one. */
export function groupsOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const groups = Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
  return groups.length === 0 ? [[]] : groups;
}
