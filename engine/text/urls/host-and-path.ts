/** RFC 1035 section 2.3.4, and a port. */
const longestHost = 253 + ':65535'.length;

const endsAuthority = new Set(Array.from('/\\?#', (character) => character.charCodeAt(0)));

/**
 * Returns the host of a URL in lower case, without user, port and the dot of the root, and where the part after it
 * starts. A URL without a scheme may start with its host. Browsers read `\` as `/`.
 */
export function hostAndPath(url: string): { host: string; pathStart: number } {
  const start = /^(?:https?:[/\\]*|[/\\]{2,})?/i.exec(url)?.[0].length ?? 0;
  let pathStart = start;
  while (pathStart < url.length && !endsAuthority.has(url.charCodeAt(pathStart))) pathStart++;
  const from = url.lastIndexOf('@', pathStart - 1) + 1;
  const authority = url.slice(Math.max(start, from), pathStart);
  const host = authority
    .slice(0, longestHost)
    .replace(/:\d{0,5}$/, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return { host: authority.length > longestHost ? '' : host, pathStart };
}

/**
 * Removes the segments of a path that start with a text. The rest of the path starts with a slash.
 *
 * @param pathStart - where the path starts in the URL.
 */
export function withoutPathSegments(url: string, pathStart: number, unwanted: string): string {
  if (!url.includes(`/${unwanted}`, pathStart)) return url;
  const query = url.slice(pathStart).search(/[?#]/);
  const end = query === -1 ? url.length : pathStart + query;
  const segments = url.slice(pathStart, end).split('/');
  const wanted = segments.filter((segment, index) => index === 0 || !segment.startsWith(unwanted));
  if (wanted.length === segments.length) return url;
  const cleaned = url.slice(0, pathStart) + (wanted.join('/') || '/');
  return end === url.length ? cleaned.trimEnd() : cleaned + url.slice(end);
}
