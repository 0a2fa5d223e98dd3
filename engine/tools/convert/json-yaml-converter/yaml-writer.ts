import type { OutputLimit } from '../../../core/tool.js';
import { decodeJsonString, type JsonNode } from '../../../text/json/json-tree.js';
import { replaceMatches } from '../../../text/replacement.js';

/** A key on the line of its value must not be longer than 1,024 characters (YAML 1.2.2, section 8.2.2). */
const longestImplicitKey = 1000;

/**
 * Writes a JSON value as a YAML document in block style, without a final line end.
 *
 * Numbers keep their text: every JSON number is one of YAML's core schema. Strings are plain if no reader of YAML 1.1
 * or 1.2 could misread them, literal blocks if they have several lines, else double-quoted. Recursion is safe: the JSON
 * scanner bounds the depth.
 *
 * @param indent - blanks per level of mappings, at least 1.
 * @throws {OutputTooLongError} as soon as the document is longer than the limit.
 */
export function writeYaml(node: JsonNode, indent: number, limit: OutputLimit): string {
  const writer = new YamlWriter(indent, limit);
  writer.writeDocument(node);
  return writer.text;
}

class YamlWriter {
  text = '';
  readonly #indent: number;
  readonly #limit: OutputLimit;
  /** Whether the last thing written is a literal block that ends with a line end. */
  #openLine = false;

  constructor(indent: number, limit: OutputLimit) {
    this.#indent = indent;
    this.#limit = limit;
  }

  writeDocument(node: JsonNode): void {
    if (typeof node === 'string' || isEmpty(node)) this.#writeLeaf(node, this.#indent);
    else this.#writeItems(node, 0, true);
    if (this.#openLine) this.text += '\n';
  }

  /** @param inline - the first item is on the current line. */
  #writeItems(node: Exclude<JsonNode, string>, column: number, inline: boolean): void {
    const lineStart = `\n${' '.repeat(column)}`;
    let lead = inline ? '' : lineStart;
    if (Array.isArray(node)) {
      for (const item of node) {
        this.text += `${lead}-`;
        this.#writeValue(item, column + 2, column + 2, true);
        lead = lineStart;
      }
      return;
    }
    for (const { key, value } of node.members) {
      this.text += lead + implicitOrExplicitKey(decodeJsonString(key), lineStart);
      this.#writeValue(value, column + this.#indent, column + this.#indent, false);
      lead = lineStart;
    }
  }

  #writeValue(node: JsonNode, column: number, literalColumn: number, inline: boolean): void {
    if (typeof node === 'string' || isEmpty(node)) {
      this.text += ' ';
      this.#writeLeaf(node, literalColumn);
    } else {
      if (inline) this.text += ' ';
      this.#writeItems(node, column, inline);
    }
    this.#limit.check(this.text.length);
  }

  #writeLeaf(node: JsonNode, literalColumn: number): void {
    this.#openLine = false;
    if (typeof node !== 'string') this.text += Array.isArray(node) ? '[]' : '{}';
    else if (!node.startsWith('"')) this.text += node;
    else this.#writeString(decodeJsonString(node), literalColumn);
  }

  #writeString(text: string, literalColumn: number): void {
    if (!isLiteral(text)) {
      this.text += isPlain(text) ? text : doubleQuoted(text);
      return;
    }
    this.#openLine = text.endsWith('\n');
    this.text += this.#openLine ? '|' : '|-';
    const lines = (this.#openLine ? text.slice(0, -1) : text).split('\n');
    const lead = `\n${' '.repeat(literalColumn)}`;
    for (const line of lines) {
      this.text += line === '' ? '\n' : lead + line;
      this.#limit.check(this.text.length);
    }
  }
}

function implicitOrExplicitKey(name: string, lineStart: string): string {
  const written = isPlain(name) ? name : doubleQuoted(name);
  return written.length <= longestImplicitKey ? `${written}:` : `? ${written}${lineStart}:`;
}

function isEmpty(node: Exclude<JsonNode, string>): boolean {
  return (Array.isArray(node) ? node : node.members).length === 0;
}

/** Text that YAML 1.1 or 1.2 would read as a boolean, null, a merge key or the value key, in any letter case. */
const reservedWord = /^(?:~|null|true|false|yes|no|on|off|y|n|[-+]?\.inf|\.nan|<<|=)$/i;
/** Numbers, dates, times and sexagesimal numbers of YAML 1.1 and 1.2, and more: anything similar is quoted. */
const numberLike = /^[-+.]?\d[\d_.:eExXoObBa-fA-F+\-TtZz ]*$/;
/** A plain text must not begin with an indicator, nor with a document marker. */
const startsAsSomethingElse = /^(?:[-?:,[\]{}#&*!|>'"%@`\s]|\.\.\.)/;
const endsOrTurns = /:\s|\s#|:$|\s$/;
/** Characters that YAML does not allow literally, or that its versions treat differently. */
const unprintable = /[^\t\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/** Tests whether a text needs no quotes in YAML block style, for readers of YAML 1.1 as well. */
function isPlain(text: string): boolean {
  return (
    text !== '' &&
    !startsAsSomethingElse.test(text) &&
    !endsOrTurns.test(text) &&
    !/[\t\n]/.test(text) &&
    !unprintable.test(text) &&
    !reservedWord.test(text) &&
    !numberLike.test(text)
  );
}

/**
 * Tests whether a text can be a literal block (`|`): it has several lines, the first one shows the indentation, and no
 * invisible blanks matter.
 */
function isLiteral(text: string): boolean {
  return (
    text.includes('\n', 1) && !/^\s|\n\n$|^[ \t]+$/.test(text) && !/^[ \t]+$/m.test(text) && !unprintable.test(text)
  );
}

const escapedInYaml = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Writes a double-quoted scalar: the escapes of JSON mean the same in YAML. Lone surrogates become escapes. */
function doubleQuoted(text: string): string {
  return replaceMatches(
    JSON.stringify(text),
    escapedInYaml,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
