import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { maxXmlDepth } from '../../core/limits.js';
import { describeCharacter, positionAt } from '../position.js';

const saxes = lazyLibrary<typeof import('saxes')>('saxes');

/** The events of reading XML, in the order of the text. */
export interface XmlEvents {
  /**
   * @param attributes - names and values, in order; references are resolved, white space is normalized.
   * @param offset - where the tag starts, in UTF-16 code units.
   */
  open?(name: string, attributes: readonly (readonly [string, string])[], offset: number): void;
  /** Character data or a CDATA section; references are resolved. One run of text may arrive in several pieces. */
  text?(text: string): void;
  close?(): void;
}

/**
 * Reads a well-formed XML document (XML 1.0, fifth edition). Skips comments and processing instructions.
 *
 * Never fetches or expands anything: a document type declaration is rejected, so only XML's five entities exist. Names
 * keep their prefixes; namespaces are not checked. Linear, without recursion.
 *
 * @throws {ToolError} with line and column: text that is not well-formed, a document type declaration, elements nested
 *   deeper than {@link maxXmlDepth}.
 */
export function readXml(text: string, events: XmlEvents = {}): void {
  const unpaired = /\p{Surrogate}/u.exec(text);
  if (unpaired !== null)
    throw xmlError(text, unpaired.index, `XML cannot contain ${describeCharacter(text, unpaired.index)}`);
  const { SaxesParser } = saxes();
  const parser = new SaxesParser();
  /** Offsets of the start tags of the open elements. */
  const open: number[] = [];
  parser.on('error', ({ message }) => {
    throw syntaxError(text, message.replace(/^\d+:\d+: /, ''), parser.position, open);
  });
  parser.on('doctype', () => {
    const start = text.lastIndexOf('<!DOCTYPE', parser.position);
    throw xmlError(text, start, 'a document type declaration (<!DOCTYPE) is not allowed; remove it');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const offset = text.lastIndexOf('<', parser.position - 1);
    if (open.length === maxXmlDepth) throw xmlError(text, offset, `nested deeper than ${maxXmlDepth} levels`);
    open.push(offset);
    events.open?.(name, Object.entries(attributes), offset);
  });
  parser.on('text', (piece) => events.text?.(piece));
  parser.on('cdata', (piece) => events.text?.(piece));
  parser.on('closetag', ({ isSelfClosing }) => {
    const start = open.pop() ?? 0;
    // The parser closes elements until one matches, and only then reports the others.
    if (!isSelfClosing) checkEndTag(text, start, text.lastIndexOf('</', parser.position - 1));
    events.close?.();
  });
  parser.write(text).close();
}

/** Returns an error at the start of a tag or reference, for callers that reject a name. */
export function xmlError(text: string, offset: number, reason: string): ToolError {
  return ToolError.at(positionAt(text, offset), `${reason}`);
}

/** Checks that the end tag at `end` matches the start tag at `start`. @throws {ToolError} if it does not. */
function checkEndTag(text: string, start: number, end: number): void {
  let length = 0;
  while (text.charCodeAt(start + 1 + length) === text.charCodeAt(end + 2 + length)) {
    if (!isNamePart(text.charCodeAt(end + 2 + length))) return;
    length++;
  }
  if (isNamePart(text.charCodeAt(start + 1 + length)) || isNamePart(text.charCodeAt(end + 2 + length))) {
    throw xmlError(text, end, `the end tag does not match ${tagName(text, start)}, which is open`);
  }
}

/** Tests for a character that is neither white space nor ends a name inside a tag. */
function isNamePart(unit: number): boolean {
  return unit > 0x20 && unit !== 0x2f && unit !== 0x3e;
}

function tagName(text: string, start: number): string {
  return /^<[^\s/>]{0,60}/.exec(text.slice(start, start + 61))?.[0].concat('>') ?? 'the element';
}

const duplicateAttribute = 'duplicate attribute: ';

function syntaxError(text: string, message: string, position: number, open: readonly number[]): ToolError {
  const before = Math.max(0, position - 1);
  if (message.startsWith(duplicateAttribute)) {
    const name = message.slice(duplicateAttribute.length).replace(/\.$/, '');
    const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
    return xmlError(text, Math.max(0, text.lastIndexOf('<', before)), duplicateAttribute + shown);
  }
  if (message.startsWith('unclosed tag')) return unclosed(text, open.at(-1) ?? 0);
  if (message.includes('entity')) {
    const start = text.lastIndexOf('&', before);
    const written = text.slice(start, Math.min(position, start + 30));
    return xmlError(text, start, `${written} is not defined in XML; write &amp; for the character &`);
  }
  if (message.startsWith('disallowed character')) {
    return xmlError(text, before, `${describeCharacter(text, before)} is not allowed here`);
  }
  if (text.lastIndexOf('<') > text.lastIndexOf('>')) {
    return xmlError(text, text.lastIndexOf('<'), 'the tag that starts here is never closed');
  }
  if (/close tag|closing tag|only one root/.test(message)) {
    return xmlError(text, Math.max(0, text.lastIndexOf('<', before)), message.replace(/\.$/, ''));
  }
  return xmlError(text, before, message.replace(/\.$/, ''));
}

/** An `&` without its semicolon swallows the end tags that follow. */
function unclosed(text: string, start: number): ToolError {
  const ampersand = text.lastIndexOf('&');
  if (ampersand > start && !text.includes(';', ampersand) && !text.includes(']]>', ampersand)) {
    return xmlError(text, ampersand, '& starts a reference that has no ";"; write &amp; for the character itself');
  }
  return xmlError(text, start, `${tagName(text, start)} is never closed`);
}
