import type { Config, ConfigSchema, OptionSchema } from '../session/tool.js';
import { controlOf, type Notation } from './control.js';

/**
 * Returns what is wrong with the options of a tool, by name, in words for the user. The gateway finds problems that are
 * not checked here.
 */
export function configProblems({ properties, required = [] }: ConfigSchema, config: Config): Map<string, string> {
  const problems = new Map<string, string>();
  for (const [name, schema] of Object.entries(properties)) {
    const problem = Object.hasOwn(config, name)
      ? problemOf(schema, config[name])
      : required.includes(name) && schema.default === undefined && 'Needed.';
    if (problem) problems.set(name, problem);
  }
  return problems;
}

/** Returns why an option cannot have a value; '' if it can. */
export function problemOf(schema: OptionSchema, value: unknown): string {
  const control = controlOf(schema);
  switch (control.kind) {
    case 'switch':
      return '';
    case 'choice':
      return control.values.includes(value) ? '' : 'Choose one of the values.';
    case 'number':
      return numberProblem(schema, value, control.isWhole);
    case 'choices':
      return listProblem(schema, value, 'Choose');
    case 'typed':
      return typedProblem(schema, value, control.notation);
  }
}

function numberProblem(
  { minimum = -Infinity, maximum = Infinity }: OptionSchema,
  value: unknown,
  isWhole: boolean,
): string {
  const isFit = typeof value === 'number' && value >= minimum && value <= maximum;
  if (isFit && (!isWhole || Number.isInteger(value))) return '';
  return `A ${isWhole ? 'whole number' : 'number'}${rangeOf(minimum, maximum)}.`;
}

/** ` from 1 to 10`. */
function rangeOf(minimum: number, maximum: number): string {
  const from = Number.isFinite(minimum) ? ` from ${figure(minimum)}` : '';
  return Number.isFinite(maximum) ? `${from}${from === '' ? ' up' : ''} to ${figure(maximum)}` : from;
}

function typedProblem(schema: OptionSchema, value: unknown, notation: Notation): string {
  switch (notation) {
    case 'escaped':
    case 'plain':
      return typeof value === 'string' ? textProblem(textBranch(schema), value) : '';
    case 'name':
      return nameProblem(schema, value);
    case 'texts':
    case 'names':
      return listProblem(schema, value, 'Write');
    case 'json':
      return jsonProblem(schema, value);
  }
}

/** Returns the bounds of the texts in a union. */
function textBranch(schema: OptionSchema): OptionSchema {
  return schema.anyOf?.find(({ type }) => type === 'string') ?? schema;
}

function nameProblem(schema: OptionSchema, value: unknown): string {
  if (typeof value === 'string') return textProblem(textBranch(schema), value);
  return numberProblem(schema.anyOf?.find(({ type }) => type === 'integer') ?? schema, value, true);
}

function textProblem({ minLength = 0, maxLength = Infinity, pattern, enum: few }: OptionSchema, text: string): string {
  if (few !== undefined) return few.includes(text) ? '' : `One of ${few.join(', ')}.`;
  if (text.length > maxLength && codePoints(text) > maxLength) return `At most ${counted(maxLength, 'character')}.`;
  if (text.length < minLength) return `At least ${counted(minLength, 'character')}.`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return `Only what matches ${pattern}.`;
  return '';
}

/** JSON Schema counts characters in code points. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function listProblem({ items, minItems = 0, maxItems = Infinity }: OptionSchema, value: unknown, verb: string): string {
  if (!Array.isArray(value)) return `${verb} a list.`;
  if (value.length < minItems) return `${verb} at least ${minItems}.`;
  if (value.length > maxItems) return `${verb} at most ${figure(maxItems)}.`;
  if (items === undefined || 'length' in items) return '';
  for (const [index, item] of value.entries()) {
    const problem = items.anyOf === undefined ? itemProblem(items, item) : nameProblem(items, item);
    if (problem !== '') return `Line ${index + 1}: ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`;
  }
  return '';
}

function itemProblem(items: OptionSchema, item: unknown): string {
  return typeof item === 'string' ? textProblem(items, item) : '';
}

/** Checks only the JSON type: the gateway knows the whole schema. */
function jsonProblem({ type }: OptionSchema, value: unknown): string {
  if (typeof value === 'string') return `This is not JSON${syntaxError(value)}.`;
  const isFit =
    type === 'array'
      ? Array.isArray(value)
      : type !== 'object' || (typeof value === 'object' && value !== null && !Array.isArray(value));
  return isFit ? '' : `A JSON ${type} is needed, such as ${type === 'array' ? '[…]' : '{…}'}.`;
}

function syntaxError(text: string): string {
  try {
    JSON.parse(text);
    return ' of the kind that is needed';
  } catch (error) {
    const [, place] = /(line \d+ column \d+)/.exec(String(error)) ?? [];
    return place === undefined ? ' yet' : `: look at ${place}`;
  }
}

function counted(number: number, noun: string): string {
  return `${figure(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function figure(number: number): string {
  return number.toLocaleString('en');
}
