import { ToolError } from '../../../core/errors.js';
import { quotedJson, typedJson } from '../../../text/json/json-records.js';
import { countCodePoints } from '../../../text/unicode/code-points.js';

const types = ['int', 'number', 'word'] as const;

type FieldType = (typeof types)[number] | undefined;

interface Field {
  /** Empty for a field that is left out. */
  readonly name: string;
  readonly type: FieldType;
  /** The literal text behind it; empty at the end of the template. */
  readonly next: string;
}

/** How a {@link RecordTemplate} reads. */
export interface TemplateOptions {
  /** A blank of the template stands for one or more spaces and tabs, and those at the ends of a text do not count. */
  readonly collapseBlanks: boolean;
  /** Writes `true`, `false`, `null` and numbers as such where a field has no type. */
  readonly parseTypes: boolean;
}

/**
 * A template such as `[{time}] {level}: {message}`: text to find, with fields between.
 *
 * A field takes what is before the next occurrence of the text behind it, which may be nothing; the one before the last
 * text of the template, everything but that text at the end. So a record is read from left to right in linear time, and
 * no field ever takes more to let a later one match.
 */
export class RecordTemplate {
  /** The names of the fields, in order. */
  readonly names: readonly string[];
  readonly #start: string;
  readonly #fields: readonly Field[];
  readonly #options: TemplateOptions;

  /** @throws {ToolError} `template, character 4: …` for what is no template. */
  constructor(source: string, options: TemplateOptions) {
    const { start, fields } = parseTemplate(options.collapseBlanks ? BlankRuns.of(source.trim()).text : source);
    this.#start = start;
    this.#fields = fields;
    this.#options = options;
    this.names = fields.map(({ name }) => name).filter((name) => name !== '');
  }

  /** Returns the values of the fields that have a name, as JSON, or a reason why the text does not match. */
  read(written: string): readonly string[] | string {
    const runs = this.#options.collapseBlanks ? BlankRuns.of(written) : undefined;
    const text = runs?.text ?? written;
    const values: string[] = [];
    if (!text.startsWith(this.#start)) return `does not start with ${shown(this.#start)}`;
    let from = this.#start.length;
    for (const [i, field] of this.#fields.entries()) {
      const isLast = i === this.#fields.length - 1;
      const end = isLast ? endOfLast(text, from, field) : text.indexOf(field.next, from);
      if (end === -1) return `${isLast ? 'does not end with' : 'lacks'} ${shown(field.next)} after ${place(field)}`;
      const value = runs === undefined ? text.slice(from, end) : runs.original(from, end);
      const json = this.#json(value, field.type);
      if (json === undefined) return `${place(field)} is not ${wanted[field.type ?? 'word']}`;
      if (field.name !== '') values.push(json);
      from = end + field.next.length;
    }
    return values;
  }

  #json(value: string, type: FieldType): string | undefined {
    if (type === undefined) return this.#options.parseTypes ? typedJson(value) : quotedJson(value);
    if (type === 'word') return /^\S+$/.test(value) ? quotedJson(value) : undefined;
    if (value === '-') return 'null';
    return numberJson(value, type);
  }
}

const wanted = { int: 'a whole number', number: 'a number', word: 'a word' };

function endOfLast(text: string, from: number, { next }: Field): number {
  const end = text.length - next.length;
  return end >= from && text.endsWith(next) ? end : -1;
}

const integer = /^[+-]?\d+$/;
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Writes a number as JSON, with all its digits: only a plus sign, zeros before it and a bare point are not JSON. */
function numberJson(value: string, type: 'int' | 'number'): string | undefined {
  if (!(type === 'int' ? integer : number).test(value)) return undefined;
  return value
    .replace('+', (plus, at: number) => (at === 0 ? '' : plus))
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?!\d)/, '');
}

function place({ name }: Field): string {
  return name === '' ? 'a field without a name' : name;
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text);
}

const fieldForm = /^(?:([\p{L}_][\p{L}\p{N}_.-]*)?)(?::([a-z]+))?$/u;

function parseTemplate(source: string): { start: string; fields: Field[] } {
  /** The texts before, between and behind the fields. */
  const texts: string[] = [''];
  const fields: { name: string; type: FieldType }[] = [];
  const names = new Set<string>();
  const refuse = (at: number, reason: string): never => {
    throw new ToolError(`template, character ${countCodePoints(source.slice(0, at)) + 1}: ${reason}`);
  };
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    const isBrace = character === '{' || character === '}';
    if (!isBrace || source.charAt(at + 1) === character) {
      texts[texts.length - 1] += character;
      if (isBrace) at++;
      continue;
    }
    const close = character === '{' ? source.indexOf('}', at) : -1;
    if (close === -1) refuse(at, `${character} without its pair; write ${character}${character} for a brace`);
    const [whole, name = '', type] = fieldForm.exec(source.slice(at + 1, close)) ?? [];
    if (whole === undefined) refuse(at, 'a field is {name}, {name:type} or {}; names have letters, digits, _ . and -');
    const known = types.find((each) => each === type);
    if (type !== undefined && known === undefined) refuse(at, `there is no type ${type}; use ${types.join(', ')}`);
    if (names.has(name)) refuse(at, `the name ${name} occurs twice`);
    if (fields.length > 0 && texts.at(-1) === '') refuse(at, 'text is missing between two fields');
    if (name !== '') names.add(name);
    fields.push({ name, type: known });
    texts.push('');
    at = close;
  }
  if (names.size === 0) throw new ToolError('template: has no field with a name, such as {name}');
  const [start = '', ...behind] = texts;
  return { start, fields: fields.map((field, i) => ({ ...field, next: behind[i] ?? '' })) };
}

/** A text whose runs of spaces and tabs were made one space each, and which knows where they were. */
class BlankRuns {
  /** Without the spaces and tabs at the ends. */
  readonly text: string;
  readonly #original: string;
  /** Where the text starts in the original. */
  readonly #start: number;
  /** Where each run that is not one space is in the text, and how many characters more it and those before it had. */
  readonly #places: readonly number[];
  readonly #longer: readonly number[];

  private constructor(original: string) {
    const start = original.length - original.replace(/^[ \t]+/, '').length;
    const places: number[] = [];
    const longer: number[] = [];
    let text = '';
    let from = start;
    let more = 0;
    for (const { 0: run, index } of original.slice(start).matchAll(/[ \t]+/g)) {
      if (run === ' ') continue;
      text += `${original.slice(from, start + index)} `;
      from = start + index + run.length;
      more += run.length - 1;
      places.push(text.length - 1);
      longer.push(more);
    }
    text += original.slice(from);
    this.text = text.endsWith(' ') ? text.slice(0, -1) : text;
    this.#original = original;
    this.#start = start;
    this.#places = places;
    this.#longer = longer;
  }

  static of(original: string): BlankRuns {
    return new BlankRuns(original);
  }

  /** Returns what a part of the text was in the original. */
  original(from: number, end: number): string {
    return this.#original.slice(this.#offset(from), this.#offset(end));
  }

  #offset(at: number): number {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return this.#start + at + (this.#longer[low - 1] ?? 0);
  }
}
