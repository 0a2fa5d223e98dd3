/**
 * Escapes text for a paragraph of CommonMark. {@link escapeLineStart} escapes what is special only at the start of a
 * line.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*~[\]]|<(?=[A-Za-z/!?])|&(?=#?[A-Za-z\d]{1,31};)/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
}

/** Escapes a line of already escaped text so that it does not start a heading, quote, list, rule, table or fence. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(?:#{1,6}(?=[ \t]|$)|>|[-+](?=[ \t]|$))/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=[ \t]|$)/, '$1\\$2')
    .replace(/^(?:=+[ \t]*|[-:|][-:| \t]*)$/, '\\$&');
}

/** Writes inline code. */
export function codeSpan(code: string): string {
  const line = code.replace(/[\r\n]+/g, ' ');
  const fence = '`'.repeat(shortestUnused(line));
  const padding = /^`|`$/.test(line) || (/^ .* $/.test(line) && line.trim() !== '') ? ' ' : '';
  return fence + padding + line + padding + fence;
}

/** Writes code as a block of its own lines. */
export function fencedCode(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code}${code === '' ? '' : '\n'}${fence}`;
}

/** Writes the part in parentheses after the text of a link or image. */
export function linkTarget(address: string, title: string): string {
  return `${linkDestination(address)}${linkTitle(title)}`;
}

/** CommonMark 0.31.2, section 6.3: in angle brackets if it could end early. */
function linkDestination(address: string): string {
  const escaped = address.replace(/[<>\\]|&(?=#?[A-Za-z\d]{1,31};)/g, '\\$&');
  return address === '' || /[\s()\p{Cc}]/u.test(address) || address.startsWith('<') ? `<${escaped}>` : escaped;
}

function linkTitle(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  return line === '' ? '' : ` "${line.replace(/["\\]|&(?=#?[A-Za-z\d]{1,31};)/g, '\\$&')}"`;
}

function shortestUnused(line: string): number {
  const used = new Set<number>();
  for (const [run] of line.matchAll(/`+/g)) used.add(run.length);
  let length = 1;
  while (used.has(length)) length++;
  return length;
}

function longestRun(code: string): number {
  let longest = 0;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
