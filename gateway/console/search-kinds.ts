/** What the search of the reference finds, in the order of its results. */
export const searchKinds = ['Endpoint', 'Tool', 'Error', 'Field', 'Option'] as const;

/** One thing to find: the number of its kind, its name, what is shown beside it, and its address. */
export type SearchEntry = readonly [kind: number, name: string, details: string, address: string];

/**
 * What has fields or options: an endpoint, or a tool. Their details are numbers of texts, which many have in common. The
 * name is left out of the address if that ends in it: what is left ends in `#` or `-`.
 */
type OwnerEntry = readonly [...SearchEntry, members: readonly (readonly [name: string, text: number])[]];

/** What can be found, as it is sent: a third shorter than the list of all entries. */
export interface SearchFile {
  readonly texts: readonly string[];
  /** Those without fields and options have an empty list of them. */
  readonly entries: readonly OwnerEntry[];
}

const endpointKind = searchKinds.indexOf('Endpoint');

/** Returns all entries of a file: fields and options come last. */
export function searchEntries({ texts, entries }: SearchFile): SearchEntry[] {
  const named = entries.map(([kind, name, details, address, members]): OwnerEntry => {
    return [kind, name, details, /[#-]$/.test(address) ? address + name : address, members];
  });
  const members = named.flatMap(([kind, owner, , address, listed]) =>
    listed.map(([name, text]): SearchEntry => {
      const member = searchKinds.indexOf(kind === endpointKind ? 'Field' : 'Option');
      return [member, name, `${owner}: ${texts[text]}`, address];
    }),
  );
  return [...named.map(([kind, name, details, address]): SearchEntry => [kind, name, details, address]), ...members];
}
