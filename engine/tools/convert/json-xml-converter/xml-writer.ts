import { ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { type JsonPath, scalarText, showPath } from '../../../text/json/json-conversion.js';
import { decodeJsonString, type JsonMember, type JsonNode, type JsonObject } from '../../../text/json/json-tree.js';
import { describeCharacter } from '../../../text/position.js';
import { replaceMatches } from '../../../text/replacement.js';
import type { XmlMapping } from './xml-to-json.js';

/** The name of items whose array has no name. */
const itemName = 'item';

export interface XmlWriting extends XmlMapping {
  /** The root element of a value that does not name one itself. */
  readonly rootName: string;
  /** The indentation of one level; `''` writes everything on one line. */
  readonly indentation: string;
}

/**
 * Writes a JSON value as XML, without a declaration.
 *
 * The only member of an object is the root element unless it is an array of several; anything else is wrapped in
 * `rootName`. An array repeats its element for each item; inside another array the items are called `item`. Recursion
 * is safe: the JSON scanner bounds the depth.
 *
 * @throws {ToolError} with the path of a name or character that XML does not have, or of an attribute that is not text.
 * @throws {OutputTooLongError} as soon as the text is longer than the limit: each item repeats the name of its array.
 */
export function writeXml(root: JsonNode, writing: XmlWriting, limit: OutputLimit): string {
  const writer = new XmlWriter(writing, limit);
  const only = rootMember(root, writing);
  if (only === undefined) writer.writeRoot(writing.rootName, root, []);
  else writer.writeRoot(decodeJsonString(only.key), only.value, [decodeJsonString(only.key)]);
  return writer.text;
}

function rootMember(root: JsonNode, { attributePrefix, textKey }: XmlWriting): JsonMember | undefined {
  if (typeof root === 'string' || Array.isArray(root) || root.members.length !== 1) return undefined;
  const [member] = root.members;
  if (member === undefined) return undefined;
  const name = decodeJsonString(member.key);
  if (name === textKey || isAttributeName(name, attributePrefix)) return undefined;
  if (!Array.isArray(member.value)) return member;
  const [item] = member.value;
  return item === undefined || member.value.length > 1 || Array.isArray(item) ? undefined : { ...member, value: item };
}

class XmlWriter {
  text = '';
  readonly #writing: XmlWriting;
  readonly #limit: OutputLimit;
  /** The path of the current value, for errors. */
  readonly #path: (string | number)[] = [];

  constructor(writing: XmlWriting, limit: OutputLimit) {
    this.#writing = writing;
    this.#limit = limit;
  }

  /** @param path - the path of the value that becomes the root element. */
  writeRoot(name: string, value: JsonNode, path: JsonPath): void {
    this.#path.push(...path);
    this.#element(name, value, '\n');
  }

  /** @param lineStart - a line end and the indentation; `''` inside an element whose white space matters. */
  #element(name: string, value: JsonNode, lineStart: string): void {
    if (!isXmlName(name)) throw this.#error(`"${name.slice(0, 60)}" cannot be the name of an XML element`);
    if (this.text !== '' && this.#writing.indentation !== '') this.text += lineStart;
    this.text += `<${name}`;
    if (typeof value === 'string') this.#finish(name, this.#escaped(scalarText(value), textEscapes));
    else if (Array.isArray(value)) this.#content(name, '', this.#items(itemName, value), lineStart);
    else this.#object(name, value, lineStart);
    this.#limit.check(this.text.length);
  }

  #object(name: string, { members }: JsonObject, lineStart: string): void {
    const { attributePrefix, textKey } = this.#writing;
    const elements: JsonMember[] = [];
    let text = '';
    for (const member of members) {
      const key = decodeJsonString(member.key);
      if (key === textKey) text = this.#escaped(this.#plain(key, member.value), textEscapes);
      else if (!isAttributeName(key, attributePrefix)) elements.push(member);
      else this.#attribute(key, member.value);
    }
    this.#content(name, text, this.#children(elements), lineStart);
  }

  #attribute(key: string, value: JsonNode): void {
    const name = key.slice(this.#writing.attributePrefix.length);
    const plain = this.#plain(key, value);
    this.#path.push(key);
    if (!isXmlName(name)) throw this.#error(`"${name.slice(0, 60)}" cannot be the name of an XML attribute`);
    this.text += ` ${name}="${this.#escaped(plain, attributeEscapes)}"`;
    this.#path.pop();
    this.#limit.check(this.text.length);
  }

  /** Returns the child elements of an object; the path is that of the current one. */
  *#children(elements: readonly JsonMember[]): Generator<readonly [string, JsonNode]> {
    for (const { key, value } of elements) {
      const name = decodeJsonString(key);
      this.#path.push(name);
      if (Array.isArray(value)) yield* this.#items(name, value);
      else yield [name, value];
      this.#path.pop();
    }
  }

  *#items(name: string, items: readonly JsonNode[]): Generator<readonly [string, JsonNode]> {
    for (const [i, item] of items.entries()) {
      this.#path.push(i);
      yield [name, item];
      this.#path.pop();
    }
  }

  #content(name: string, text: string, children: Iterable<readonly [string, JsonNode]>, lineStart: string): void {
    const inner = text === '' && lineStart !== '' ? lineStart + this.#writing.indentation : '';
    let empty = true;
    for (const [child, value] of children) {
      if (empty) this.text += `>${text}`;
      empty = false;
      this.#element(child, value, inner);
    }
    if (empty) this.#finish(name, text);
    else this.text += `${inner === '' || this.#writing.indentation === '' ? '' : lineStart}</${name}>`;
  }

  #finish(name: string, text: string): void {
    this.text += text === '' ? '/>' : `>${text}</${name}>`;
  }

  #plain(key: string, value: JsonNode): string {
    if (typeof value === 'string') return scalarText(value);
    this.#path.push(key);
    throw this.#error(`this must be plain text, and is an ${Array.isArray(value) ? 'array' : 'object'}`);
  }

  #escaped(text: string, escapes: RegExp): string {
    const forbidden = forbiddenCharacter.exec(text);
    if (forbidden !== null) throw this.#error(`XML cannot contain ${describeCharacter(text, forbidden.index)}`);
    return replaceMatches(text, escapes, (character) => references.get(character) ?? character);
  }

  #error(reason: string): ToolError {
    return new ToolError(`${showPath(this.#path)}: ${reason}`);
  }
}

function isAttributeName(name: string, prefix: string): boolean {
  return prefix !== '' && name.length > prefix.length && name.startsWith(prefix);
}

/** XML 1.0, fifth edition, production 5. */
const xmlName =
  /^[:A-Z_a-z\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}][-.\d:A-Z_a-z\xb7\xc0-\xd6\xd8-\xf6\xf8-\u037d\u037f-\u1fff\u200c-\u200d\u203f-\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]*$/u;

function isXmlName(name: string): boolean {
  return xmlName.test(name);
}

/** The characters that production 2 excludes. */
const forbiddenCharacter = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
/** A carriage return would be read as a line feed, and a line end or tab in an attribute as a blank. */
const textEscapes = /[&<>\r]/g;
const attributeEscapes = /[&<"\t\n\r]/g;
const references: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
]);
