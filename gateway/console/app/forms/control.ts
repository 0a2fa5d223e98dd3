import type { OptionSchema } from '../session/tool.js';

/** The control of an option. Its bounds come from the schema. */
export type Control =
  | { readonly kind: 'switch' }
  /** One of a few values. */
  | { readonly kind: 'choice'; readonly values: readonly unknown[] }
  /** Any of a few values, in no order. */
  | { readonly kind: 'choices'; readonly values: readonly unknown[] }
  | { readonly kind: 'number'; readonly isWhole: boolean; readonly minimum?: number; readonly maximum?: number }
  | Typed;

/** A value that suits the text, with an example of what is there. */
export interface Offer {
  readonly value: string | number;
  readonly example: string;
}

/** The props of every control. */
export interface ControlProps {
  /** In requests. */
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** The bounds and the default, in a few words. */
  readonly facts: string;
  readonly problem: string;
  readonly schema: OptionSchema;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly onChange: (value: unknown) => void;
}

/** The props of a control with a few values. */
export interface ChoiceControlProps extends ControlProps {
  readonly values: readonly unknown[];
}

/** The control for a typed value; see notation.ts. */
export interface Typed {
  readonly kind: 'typed';
  readonly notation: Notation;
  readonly size: Size;
}

/** One line, some lines, or the whole width. */
export type Size = 'line' | 'lines' | 'page';

/**
 * - `escaped`: a short text in one line, in which `\n` is a line feed;
 * - `plain`: a text of many lines;
 * - `name`: a text, or a number of digits alone;
 * - `texts`, `names`: a list of these, one in each line;
 * - `json`: everything else.
 */
export type Notation = 'escaped' | 'plain' | 'name' | 'texts' | 'names' | 'json';

/** A text up to this length is typed in one line. */
const shortLength = 100;
/** A text that may be longer than this may be a whole document. */
const pageLength = 10_000;
/** The most numbers in a list of choices. */
const countable = 20;

/** Returns the control for an option. */
export function controlOf(schema: OptionSchema): Control {
  if (schema.anyOf !== undefined) return controlOfUnion(schema.anyOf);
  if (schema.enum !== undefined) return { kind: 'choice', values: schema.enum };
  switch (schema.type) {
    case 'boolean':
      return { kind: 'switch' };
    case 'integer':
    case 'number':
      return { kind: 'number', isWhole: schema.type === 'integer', ...boundsOf(schema) };
    case 'string':
      return typedText(schema);
    case 'array':
      return controlOfList(schema);
    default:
      return typed('json', 'lines');
  }
}

function boundsOf({ minimum, maximum }: OptionSchema) {
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

function typed(notation: Notation, size: Size): Typed {
  return { kind: 'typed', notation, size };
}

function typedText({ maxLength = Infinity }: OptionSchema): Typed {
  if (maxLength <= shortLength) return typed('escaped', 'line');
  return typed('plain', maxLength > pageLength ? 'page' : 'lines');
}

function controlOfUnion(branches: readonly OptionSchema[]): Control {
  const values = branches.map(listed);
  if (values.every((some) => some !== undefined)) return { kind: 'choice', values: values.flat() };
  if (isName(branches)) return typed('name', 'line');
  // As text, numbers in JSON keep all their digits.
  const text = branches.find(({ type }) => type === 'string');
  return text === undefined ? typed('json', 'lines') : typedText(text);
}

/** Returns all values that a schema allows, if they are few. */
function listed({ type, const: only, enum: few, minimum, maximum }: OptionSchema): readonly unknown[] | undefined {
  if (few !== undefined) return few;
  if (only !== undefined) return [only];
  if (type !== 'integer' || minimum === undefined || maximum === undefined) return undefined;
  if (maximum - minimum > countable) return undefined;
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
}

function isName(branches: readonly OptionSchema[] = []): boolean {
  const types = branches.map(({ type }) => type);
  return types.length === 2 && types.includes('string') && types.includes('integer');
}

function controlOfList({ items, maxItems = Infinity }: OptionSchema): Control {
  if (items === undefined || 'length' in items) return typed('json', 'lines');
  // A list of unique values is a set; otherwise the order of the values matters.
  if (items.enum !== undefined && maxItems <= items.enum.length) return { kind: 'choices', values: items.enum };
  if (isName(items.anyOf)) return typed('names', 'lines');
  if (items.type === 'string' || items.enum?.every((value) => typeof value === 'string'))
    return typed('texts', 'lines');
  return typed('json', 'lines');
}
