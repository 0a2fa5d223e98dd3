import type { Config, ConfigSchema, OptionSchema } from '../session/tool.js';

/** Returns the value of an option in a config, or its default; undefined without either. */
export function valueIn(schema: OptionSchema, config: Config, name: string): unknown {
  return Object.hasOwn(config, name) ? config[name] : schema.default;
}

/** Returns a config with an option set. Undefined or the default, which need not be sent, removes it. */
export function withOption({ properties }: ConfigSchema, config: Config, name: string, value: unknown): Config {
  const { [name]: _, ...others } = config;
  if (value === undefined || isSame(value, properties[name]?.default)) return others;
  // In the order of the schema, so that the same form always gives the same request.
  const all: Config = { ...others, [name]: value };
  const known = Object.keys(properties).filter((each) => Object.hasOwn(all, each));
  return Object.fromEntries([...new Set([...known, ...Object.keys(all)])].map((each) => [each, all[each]]));
}

/** Returns whether two JSON values are equal. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
