/**
 * A list that may take more than one request of the gateway. Then it is sent only when the user says so: each part counts as
 * a request of the daily quota, so typing must not send them all again. The browser takes it as a whole.
 */
export interface PartedList<Body> {
  /** The bodies of the requests, in order. */
  readonly parts: readonly Body[];
  /** The body with the whole list. */
  readonly whole: Body;
  /** Whether the gateway runs it. */
  readonly isAtGateway: boolean;
}

/** Returns whether a list takes more than one request. */
export function isInParts({ parts, isAtGateway }: PartedList<unknown>): boolean {
  return isAtGateway && parts.length > 1;
}

/** Divides items into groups of limited size, at least one. */
export function groupsOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const groups = Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
  return groups.length === 0 ? [[]] : groups;
}
