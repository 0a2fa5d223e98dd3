import { controlOf } from '../../forms/control.js';
import { labelOf } from '../../forms/label.js';
import { writings } from '../../forms/notation.js';
import type { ConfigSchema } from '../../session/tool.js';

/** An option that is a text of its own, such as the list to compare with. */
export interface LongOption {
  readonly name: string;
  /** `Second text`, `Template`. */
  readonly title: string;
  readonly description: string;
  /** In UTF-16 code units. */
  readonly maxCharacters: number;
  write(value: unknown): string;
  read(text: string): unknown;
}

/** The longest JSON Schema. */
const longestSchema = 100_000;

/** Returns the options of a tool that are texts of their own, in their order. */
export function longOptions({ properties }: ConfigSchema): readonly LongOption[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const control = controlOf(schema);
    if (control.kind !== 'typed') return [];
    const { notation, size } = control;
    const isSchema = notation === 'json' && name === 'schema';
    if (!isSchema && !(notation === 'plain' && size === 'page')) return [];
    const { maxLength = longestSchema } = schema.anyOf?.find(({ type }) => type === 'string') ?? schema;
    const title = name === 'other' ? 'Second text' : labelOf(name);
    const writing = isSchema || schema.anyOf !== undefined ? writings.json : writings.plain;
    const read = isSchema ? writing.read : writings.plain.read;
    return [
      { name, title, description: schema.description ?? '', maxCharacters: maxLength, write: writing.write, read },
    ];
  });
}

/** Returns the options of a tool that a form shows: all but the long ones. */
export function shortOptions(schema: ConfigSchema): ConfigSchema {
  const long = longOptions(schema).map(({ name }) => name);
  const properties = Object.entries(schema.properties).filter(([name]) => !long.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}
