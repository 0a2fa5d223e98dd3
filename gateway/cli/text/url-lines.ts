/** The URLs of a text, one on each line that is not blank. */
export interface UrlLines {
  readonly urls: string[];
  /** Puts other URLs in the places of these, as many: each line ends as it did, the last one maybe with nothing. */
  join(urls: readonly string[]): string;
}

/** Takes a text apart at its line ends: `\n`, `\r\n` and a lone `\r`. */
export function urlLinesOf(text: string): UrlLines {
  return text.includes('\r') ? withMixedEnds(text) : withLineFeeds(text);
}

/** Nearly all texts: half the time of the other way. */
function withLineFeeds(text: string): UrlLines {
  const lines = text.split('\n');
  const isLastEnded = (lines.at(-1) ?? '').trim() === '';
  const urls = lines.filter((line) => line.trim() !== '');
  return { urls, join: (others) => others.join('\n') + (isLastEnded && others.length > 0 ? '\n' : '') };
}

function withMixedEnds(text: string): UrlLines {
  const urls: string[] = [];
  const ends: string[] = [];
  // Line ends stand at the odd places.
  const parts = text.split(/(\r\n|\n|\r)/);
  for (let at = 0; at < parts.length; at += 2) {
    const line = parts[at] ?? '';
    if (line.trim() === '') continue;
    urls.push(line);
    ends.push(parts[at + 1] ?? '');
  }
  return { urls, join: (others) => others.map((url, index) => url + (ends[index] ?? '')).join('') };
}
