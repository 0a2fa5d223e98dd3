import { ToolError } from '../../core/errors.js';
import type { OutputLimit } from '../../core/tool.js';
import { JsonLayout } from '../json/json-layout.js';
import { decodeJsonString, type JsonNode, type JsonObject, writeJsonTree } from '../json/json-tree.js';
import type { Section, TemplateNode } from './template.js';

/**
 * The most repetitions of sections in total. Nested sections can repeat the same list and write nothing, so the length
 * of the output does not stop them.
 */
const maxRepetitions = 2_000_000;

const oneLine = new JsonLayout('');

/** The name of a record's number, counted from 1. */
const recordNumber = '@number';

/** Fills a template repeatedly. The template can reach only the data itself. */
export class TemplateWriter {
  text = '';
  readonly #template: readonly TemplateNode[];
  readonly #escape: (value: string) => string;
  readonly #limit: OutputLimit;
  readonly #members = new WeakMap<JsonObject, Map<string, JsonNode>>();
  /** Where names are looked up, innermost last. */
  readonly #contexts: JsonNode[] = [];
  #record = 0;
  #repetitions = 0;

  constructor(template: readonly TemplateNode[], escapeValue: (value: string) => string, limit: OutputLimit) {
    this.#template = template;
    this.#escape = escapeValue;
    this.#limit = limit;
  }

  /**
   * Writes the template once, for one record.
   *
   * @throws {OutputTooLongError} as soon as the text is longer than the limit.
   * @throws {ToolError} if sections are repeated too often.
   */
  writeRecord(record: JsonNode, separator: string): void {
    if (this.#record > 0) this.#write(separator);
    this.#record++;
    this.#writeWithin(record, this.#template);
  }

  /** Returns what was written since the last call. */
  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }

  #write(text: string): void {
    this.text += text;
    this.#limit.check(this.text.length);
  }

  /** Recursion is safe: the parser bounds the depth. */
  #writeWithin(context: JsonNode, nodes: readonly TemplateNode[]): void {
    this.#contexts.push(context);
    for (const node of nodes) {
      if (typeof node === 'string') this.#write(node);
      else if ('children' in node) this.#writeSection(node);
      else {
        const text = this.#textOf(this.#find(node.name));
        this.#write(node.escaped ? this.#escape(text) : text);
      }
    }
    this.#contexts.pop();
  }

  #writeSection({ name, inverted, children }: Section): void {
    const value = this.#find(name);
    const absent = value === undefined || isFalse(value);
    if (inverted !== absent) return;
    const items = absent || !Array.isArray(value) ? [value ?? 'null'] : value;
    for (const item of items) {
      if (++this.#repetitions > maxRepetitions) {
        throw new ToolError(`the sections of the template are repeated more than ${maxRepetitions} times`);
      }
      this.#writeWithin(item, children);
    }
  }

  #textOf(value: JsonNode | undefined): string {
    if (value === undefined || value === 'null') return '';
    if (typeof value !== 'string') return writeJsonTree(value, oneLine, this.#limit);
    return value.startsWith('"') ? decodeJsonString(value) : value;
  }

  /** Looks up a name in the innermost context that has it; the rest of a dotted name only there. */
  #find(name: string): JsonNode | undefined {
    if (name === '.') return this.#contexts.at(-1);
    if (name === recordNumber) return String(this.#record);
    const [first = '', ...rest] = name.split('.');
    for (let i = this.#contexts.length - 1; i >= 0; i--) {
      const context = this.#contexts[i] ?? '';
      const whole = this.#member(context, name);
      if (whole !== undefined) return whole;
      const start = this.#member(context, first);
      if (start !== undefined)
        return rest.reduce<JsonNode | undefined>((value, step) => this.#member(value, step), start);
    }
    return undefined;
  }

  #member(container: JsonNode | undefined, name: string): JsonNode | undefined {
    if (container === undefined || typeof container === 'string') return undefined;
    if (Array.isArray(container)) return /^(?:0|[1-9]\d{0,6})$/.test(name) ? container[Number(name)] : undefined;
    let members = this.#members.get(container);
    if (members === undefined) {
      members = new Map(container.members.map(({ key, value }) => [decodeJsonString(key), value]));
      this.#members.set(container, members);
    }
    return members.get(name);
  }
}

/** Tests for false, null, zero, an empty text and an empty list. */
function isFalse(value: JsonNode): boolean {
  if (typeof value !== 'string') return Array.isArray(value) && value.length === 0;
  return value === 'false' || value === 'null' || value === '""' || /^-?0(?:\.0+)?(?:[eE][+-]?\d+)?$/.test(value);
}
