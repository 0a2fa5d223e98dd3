/** What the search of the reference finds, in the order of its results. */
export const searchKinds = ['Endpoint', 'Tool', 'Error', 'Field', 'Option'] as const;

/** One thing to find: the number of its kind, its name, what is shown beside it, and its address. */
export type SearchEntry = readonly [kind: number, name: string, details: string, address: string];
