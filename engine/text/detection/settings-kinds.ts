import { type Detected, suggest } from './detected.js';
import type { Sample } from './sample.js';

/** Longer lines are cut before patterns are tried on them. */
const longestLine = 2_000;
const fewestPairs = 2;

const section = /^\[[^[\]]{1,200}\]$/;
const tableArray = /^\[\[[^[\]]{1,200}\]\]$/;
const settingName = /^[^:#;[\]{}"'<>()]{1,200}$/;
/** A value as TOML has it: a string, a number, a boolean, a list, a table, a date. */
const tomlValue = /^\s*(?:"|'|\[|\{|[+-]?[\d.]|(?:true|false|inf|nan)\b)/;

/** Settings: INI with sections, TOML, `.env` or properties. */
export function settingsKind({ lines }: Sample): Detected | undefined {
  const written = lines.map((line) => line.slice(0, longestLine).trim()).filter((line) => !/^[#;!]/.test(line));
  const heads = written.filter((line) => section.test(line) || tableArray.test(line));
  const pairs = written.flatMap((line) => {
    const equals = line.indexOf('=');
    const name = line.slice(0, Math.max(0, equals)).trim();
    return settingName.test(name) ? [{ name, value: line.slice(equals + 1) }] : [];
  });
  if (pairs.length === 0 || heads.length + pairs.length < written.length) return tomlOfLists(written, heads, pairs);
  const reason = `its lines are ${heads.length > 0 ? 'sections and settings' : 'settings'}`;
  if (isToml(pairs)) return toml(reason);
  if (heads.length > 0) return settings('ini', 'INI', reason);
  if (pairs.length < fewestPairs) return undefined;
  if (pairs.every(({ name }) => /^(?:export )?[A-Z_][A-Z\d_]*$/.test(name)))
    return settings('env', 'a .env file', reason);
  const isDotted = pairs.some(({ name }) => name.includes('.'));
  if (!isDotted || !pairs.every(({ name }) => /^[\w.-]+$/.test(name))) return undefined;
  return settings('properties', 'a .properties file', reason);
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** Bare words would be an error in TOML, and text in INI. */
function isToml(pairs: readonly Pair[]): boolean {
  const isQuoted = pairs.some(({ value }) => /^\s*(?:"|'|\[|\{)/.test(value));
  const areNames = pairs.every(({ name }) => /^[\w.-]+$/.test(name));
  return isQuoted && areNames && pairs.every(({ value }) => tomlValue.test(value));
}

/** TOML with lists on several lines: their lines are no settings. */
function tomlOfLists(
  written: readonly string[],
  heads: readonly string[],
  pairs: readonly Pair[],
): Detected | undefined {
  const items = written.filter((line) => /^(?:["'\d{[].*,?|[\]}],?)$/.test(line) && !section.test(line));
  const isWhole = heads.length > 0 && pairs.length > 0 && heads.length + pairs.length + items.length >= written.length;
  return isWhole && isToml(pairs) ? toml('its lines are tables, settings and lists') : undefined;
}

function toml(reason: string): Detected {
  const suggestions = [suggest('Convert to JSON', 'json-toml-converter', { direction: 'toml-to-json' })];
  return { format: 'toml', label: 'TOML', reason, suggestions };
}

function settings(dialect: 'ini' | 'env' | 'properties', label: string, reason: string): Detected {
  const config = { direction: 'ini-to-json', ...(dialect === 'ini' ? {} : { dialect }) };
  return { format: dialect, label, reason, suggestions: [suggest('Convert to JSON', 'json-ini-converter', config)] };
}
