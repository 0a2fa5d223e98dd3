/** How a bound of memory is divided among the parts of a sort, in bytes. */
export interface SortBudget {
  /** Threads that sort; 0 to sort on the thread that reads and writes. */
  readonly threads: number;
  /** What the lines of a chunk of the text may weigh: see {@link weightOf}. */
  readonly chunkWeight: number;
  /** What the lines that one thread sorts at a time may weigh: see {@link weightOf}. */
  readonly jobWeight: number;
  /** Sorted lines that stay in memory; what is beyond goes to files. */
  readonly keptBytes: number;
  /** What the set of lines that were seen may take, where duplicates are found before sorting. */
  readonly seenBytes: number;
}

/** More lines at a time are sorted no faster, and a thread that has less memory collects its garbage sooner. */
const mostJobWeight = 96 * 2 ** 20;

/** For each byte that the lines of a job weigh: garbage that is not collected yet, and bytes that are read or written. */
const besidesShare = 1;

/**
 * Divides a bound.
 *
 * @param memory - the bound, in bytes.
 * @param parallel - threads that may sort. One sorts on the main thread: another would only wait for it.
 * @param distinct - whether duplicates are found before sorting, by a set of the lines seen.
 */
export function sortBudget(memory: number, parallel: number, distinct: boolean): SortBudget {
  const threads = parallel > 1 ? parallel : 0;
  const seenBytes = distinct ? Math.floor(memory / 2) : 0;
  const left = memory - seenBytes;
  const jobWeight = Math.min(mostJobWeight, Math.floor(left / (3 * Math.max(1, threads))));
  // The main thread trims them before it looks for duplicates, while other threads sort.
  const chunkWeight = distinct ? Math.floor(jobWeight / 4) : jobWeight;
  const working = jobWeight * Math.max(1, threads) * (1 + besidesShare) + (distinct ? chunkWeight : 0);
  return { threads, chunkWeight, jobWeight, keptBytes: Math.max(0, Math.floor(left - working)), seenBytes };
}

/** What sorting takes for each line: the line as a string, its place in lists, its ranks and its packed key. */
const lineWeight = 250;
/** What sorting takes for each byte of text: the text before and after, as bytes and as a string of two-byte units. */
const byteWeight = 5;

/** The memory that sorting lines takes, in bytes, as measured with lines of 0 to 1,000 characters. */
export function weightOf(lines: number, bytes: number): number {
  return lines * lineWeight + bytes * byteWeight;
}
