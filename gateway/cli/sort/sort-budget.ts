/** How the memory is divided among the parts of a sort, in bytes. */
export interface SortBudget {
  /** Threads that sort; 0 to sort on the main thread. */
  readonly threads: number;
  /** Weight of a chunk of the text: see {@link weightOf}. */
  readonly chunkWeight: number;
  /** Weight of the lines of one job: see {@link weightOf}. */
  readonly jobWeight: number;
  /** Sorted lines that stay in memory. The rest goes to files. */
  readonly keptBytes: number;
  /** Memory for the set of lines seen, where duplicates are found before sorting. */
  readonly seenBytes: number;
}

/** Sorting more lines at a time is not faster, and with less memory a thread collects garbage sooner. */
const mostJobWeight = 96 * 2 ** 20;

/** For each byte of a job's weight: uncollected garbage, and bytes that are read or written. */
const overheadShare = 1;

/**
 * Divides an amount of memory.
 *
 * @param memory - in bytes.
 * @param parallel - threads that may sort. 1 means the main thread, which would only wait for another.
 * @param distinct - whether duplicates are found before sorting, with a set of the lines seen.
 */
export function sortBudget(memory: number, parallel: number, distinct: boolean): SortBudget {
  const threads = parallel > 1 ? parallel : 0;
  const seenBytes = distinct ? Math.floor(memory / 2) : 0;
  const left = memory - seenBytes;
  const jobWeight = Math.min(mostJobWeight, Math.floor(left / (3 * Math.max(1, threads))));
  // The main thread trims chunks before it looks for duplicates, while other threads sort.
  const chunkWeight = distinct ? Math.floor(jobWeight / 4) : jobWeight;
  const working = jobWeight * Math.max(1, threads) * (1 + overheadShare) + (distinct ? chunkWeight : 0);
  return { threads, chunkWeight, jobWeight, keptBytes: Math.max(0, Math.floor(left - working)), seenBytes };
}

/** Memory per line: the line as a string, its place in lists, its ranks and its packed key. */
const lineWeight = 250;
/** Memory per byte of text: the text before and after, as bytes and as a string of two-byte units. */
const byteWeight = 5;

/** Returns the memory that sorting lines takes, in bytes, measured with lines of 0 to 1,000 characters. */
export function weightOf(lines: number, bytes: number): number {
  return lines * lineWeight + bytes * byteWeight;
}
