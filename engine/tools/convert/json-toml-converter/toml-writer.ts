import { ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { tomlScalarAt } from '../../../text/formats/toml-scalar.js';
import { showPath } from '../../../text/json/json-conversion.js';
import { decodeJsonString, type JsonMember, type JsonNode, type JsonObject } from '../../../text/json/json-tree.js';

/**
 * Writes a JSON object as TOML: plain values first, then a table for each object, `[[…]]` for each object of an array
 * of objects; inside other arrays objects are inline tables. Numbers keep their text. Recursion is safe: the JSON
 * scanner bounds the depth.
 *
 * @throws {ToolError} if the value is not an object, and with the path of null, of a lone surrogate and of an integer
 * of
 *   more than 64 bits, which TOML does not have.
 * @throws {OutputTooLongError} as soon as the text is longer than the limit: a table is named by its whole path.
 */
export function writeToml(root: JsonNode, limit: OutputLimit): string {
  if (typeof root === 'string' || Array.isArray(root)) {
    throw new ToolError('TOML is made from a JSON object: {"name": "value"}');
  }
  const writer = new TomlWriter(limit);
  writer.writeTable(root, '');
  return writer.text;
}

class TomlWriter {
  text = '';
  readonly #limit: OutputLimit;
  readonly #path: (string | number)[] = [];

  constructor(limit: OutputLimit) {
    this.#limit = limit;
  }

  /** @param name - the path of the table in TOML; empty at the top level. */
  writeTable({ members }: JsonObject, name: string): void {
    for (const member of members) if (!isTable(member.value)) this.#pair(member);
    for (const { key, value } of members) {
      if (!isTable(value)) continue;
      this.#path.push(decodeJsonString(key));
      const path = (name === '' ? '' : `${name}.`) + this.#key(key);
      if (Array.isArray(value)) this.#tables(value, path);
      else {
        if (needsHeader(value)) this.#line(`${this.#gap()}[${path}]`);
        this.writeTable(value, path);
      }
      this.#path.pop();
    }
  }

  #tables(items: readonly JsonObject[], path: string): void {
    items.forEach((item, i) => {
      this.#path.push(i);
      this.#line(`${this.#gap()}[[${path}]]`);
      this.writeTable(item, path);
      this.#path.pop();
    });
  }

  /** Writes an empty line before every header except on the first line. */
  #gap(): string {
    return this.text === '' ? '' : '\n';
  }

  #pair({ key, value }: JsonMember): void {
    this.#path.push(decodeJsonString(key));
    this.#line(`${this.#key(key)} = ${this.#value(value)}`);
    this.#path.pop();
  }

  #line(line: string): void {
    this.#limit.check(this.text.length + line.length + 1);
    this.text += this.text === '' ? line : `\n${line}`;
  }

  #value(value: JsonNode): string {
    if (typeof value === 'string') return this.#scalar(value);
    if (Array.isArray(value)) {
      return `[${value.map((item, i) => this.#inside(i, () => this.#value(item))).join(', ')}]`;
    }
    const members = value.members.map(({ key, value: inner }) =>
      this.#inside(decodeJsonString(key), () => `${this.#key(key)} = ${this.#value(inner)}`),
    );
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }

  #inside(step: string | number, write: () => string): string {
    this.#path.push(step);
    const written = write();
    this.#path.pop();
    return written;
  }

  #scalar(source: string): string {
    if (source.startsWith('"')) return this.#text(decodeJsonString(source));
    if (source === 'null') throw this.#error('TOML has no null; remove the member');
    const scalar = tomlScalarAt(source, 0);
    if (scalar !== undefined && 'problem' in scalar) throw this.#error(scalar.problem);
    return source;
  }

  #key(key: string): string {
    const name = decodeJsonString(key);
    return /^[A-Za-z\d_-]+$/.test(name) ? name : this.#text(name);
  }

  /** Writes a basic string: the escapes of JSON are escapes of TOML, which requires one for U+007F as well. */
  #text(text: string): string {
    if (/\p{Surrogate}/u.test(text)) throw this.#error('TOML cannot contain a lone surrogate');
    return JSON.stringify(text).replaceAll('\x7f', '\\u007F');
  }

  #error(reason: string): ToolError {
    return new ToolError(`${showPath(this.#path)}: ${reason}`);
  }
}

/** Tests whether a member has a header of its own: an object, or a non-empty array of objects. */
function isTable(value: JsonNode): value is JsonObject | JsonObject[] {
  if (typeof value === 'string') return false;
  if (!Array.isArray(value)) return true;
  return value.length > 0 && value.every((item) => typeof item !== 'string' && !Array.isArray(item));
}

/** The headers of nested tables imply that of their parent, unless it contains anything else, or nothing. */
function needsHeader({ members }: JsonObject): boolean {
  return members.length === 0 || members.some(({ value }) => !isTable(value));
}
