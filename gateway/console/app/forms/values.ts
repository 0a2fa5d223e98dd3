import type { Config, ConfigSchema, OptionSchema } from '../session/tool.js';

/** What an option has in a config: its own value, or its default. Undefined if it has neither. */
export function valueIn(schema: OptionSchema, config: Config, name: string): unknown {
  return Object.hasOwn(config, name) ? config[name] : schema.default;
}

/** A config with an option set. Undefined removes it; so does its default, which need not be sent. */
export function withOption({ properties }: ConfigSchema, config: Config, name: string, value: unknown): Config {
  const { [name]: _, ...others } = config;
  if (value === undefined || isSame(value, properties[name]?.default)) return others;
  // In the order of the schema, whatever was set first: the same form gives the same request.
  const all: Config = { ...others, [name]: value };
  const known = Object.keys(properties).filter((each) => Object.hasOwn(all, each));
  return Object.fromEntries([...new Set([...known, ...Object.keys(all)])].map((each) => [each, all[each]]));
}

/** Whether two values of JSON are equal. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
