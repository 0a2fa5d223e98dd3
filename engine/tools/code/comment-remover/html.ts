import { type Comment, closed } from '../../../text/code/comment.js';

/** Elements whose content is text up to their end tag, by the HTML standard. */
const rawElements = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);

/**
 * Finds the comments of HTML, by the tokenizer of its standard. Those inside scripts and styles belong to other
 * languages.
 */
export function* htmlComments(text: string): Generator<Comment> {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      const end = commentEnd(text, at);
      yield { start: at, end };
      at = end;
    } else if (/[A-Za-z]/.test(text.charAt(at + 1))) {
      const name = tagName(text, at + 1);
      at = tagEnd(text, at + 1 + name.length);
      if (rawElements.has(name)) at = rawEnd(text, at, name);
    } else {
      at++;
    }
  }
}

/** `<!-->` and `<!--->` are whole comments, and `--!>` ends one as well. */
function commentEnd(text: string, start: number): number {
  if (text.startsWith('>', start + 4)) return start + 5;
  if (text.startsWith('->', start + 4)) return start + 6;
  const ends = /--!?>/g;
  ends.lastIndex = start + 4;
  return closed(text, start, ends.exec(text) === null ? -1 : ends.lastIndex);
}

function tagName(text: string, start: number): string {
  let end = start;
  while (end < text.length && !/[\s/>]/.test(text.charAt(end))) end++;
  return text.slice(start, end).toLowerCase();
}

/** Returns the end of a start tag. Quotes count only around values, after an equals sign. */
function tagEnd(text: string, start: number): number {
  let afterEquals = false;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '>') return at + 1;
    if (afterEquals && (character === '"' || character === "'")) {
      const close = text.indexOf(character, at + 1);
      if (close === -1) return text.length;
      at = close;
    }
    if (!/\s/.test(character)) afterEquals = character === '=';
  }
  return text.length;
}

function rawEnd(text: string, start: number, name: string): number {
  const endTag = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  endTag.lastIndex = start;
  return endTag.exec(text)?.index ?? text.length;
}
