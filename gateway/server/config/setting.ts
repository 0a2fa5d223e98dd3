import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type IpNetwork, networkOf, parseNetwork } from '#gateway/core/ip-address.js';

/** Variables by name, like `process.env`. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Thrown by a setting's `parse` for an invalid text. */
export class BadValue extends Error {}

/** One setting: how to parse it, and its row in gateway/README.md. */
export interface Setting<Value> {
  /** The text to parse if the variable is unset or empty; undefined for an optional setting. */
  readonly fallback: string | undefined;
  /** The default as people read it. */
  readonly fallbackText: string;
  /** The accepted values, for people. */
  readonly takes: string;
  readonly description: string;
  /** @param folder - the base of relative paths. */
  readonly parse: (text: string, folder: string) => Value;
  /** Never shown; `NAME_FILE` names a file that has it. */
  readonly secret?: boolean;
  /** What may be shown of a secret. */
  readonly shown?: (text: string) => string | undefined;
  /** Whether a change takes effect without a restart, on SIGHUP. */
  readonly reloads?: boolean;
  /** The default where it depends on other settings. */
  readonly fallbackFor?: (environment: EnvironmentVariables) => string;
}

/** Returns a setting. @param fallback - undefined for an optional one. */
export function setting<Value, Fallback extends string | undefined>(
  fallback: Fallback,
  takes: string,
  description: string,
  parse: (text: string, folder: string) => Value,
  more: Pick<Setting<Value>, 'secret' | 'shown'> & { readonly fallbackText?: string } = {},
): Setting<Value> & { readonly fallback: Fallback } {
  return { fallback, fallbackText: more.fallbackText ?? fallback ?? 'none', takes, description, parse, ...more };
}

/** Returns a setting that is an integer within bounds. */
export function integer(
  fallback: number,
  minimum: number,
  maximum: number,
  description: string,
  fallbackText?: string,
) {
  const takes = `an integer from ${minimum} to ${maximum}`;
  const parse = (text: string): number => {
    const value = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= minimum && value <= maximum)) throw new BadValue();
    return value;
  };
  return setting(String(fallback), takes, description, parse, fallbackText === undefined ? {} : { fallbackText });
}

const msOfUnit = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Returns an optional setting that is a duration such as `6h`, in milliseconds, of at most 30 days. */
export function duration(description: string) {
  return setting(undefined, 'minutes, hours or days such as 30m, 6h or 1d, up to 30d', description, (text) => {
    const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
    const ms = Number(count) * msOfUnit[unit as keyof typeof msOfUnit];
    if (!(ms <= 30 * msOfUnit.d)) throw new BadValue();
    return ms;
  });
}

/** A setting that can change while the gateway runs. */
export function reloading<Fixed extends Setting<unknown>>(fixed: Fixed): Fixed & { readonly reloads: true } {
  return { ...fixed, reloads: true };
}

/** Returns a setting that is true or false, false by default. */
export function flag(description: string) {
  return setting('false', 'true or false', description, (text) => {
    if (text !== 'true' && text !== 'false') throw new BadValue();
    return text === 'true';
  });
}

/** Returns a setting that is one of some names. */
export function choice<const Name extends string>(fallback: Name, names: readonly Name[], description: string) {
  return setting(fallback, `one of: ${names.join(', ')}`, description, (text) => {
    const name = names.find((candidate) => candidate === text);
    if (name === undefined) throw new BadValue();
    return name;
  });
}

/** Returns an optional setting that is the path of a readable file. */
export function readableFile(description: string) {
  return setting(undefined, 'the path of a file that can be read', description, (text, folder) => {
    const file = resolve(folder, text);
    if (!isReadableFile(file)) throw new BadValue();
    return file;
  });
}

/** Returns an optional setting that is the path of a folder whose files can be listed. */
export function readableFolder(description: string) {
  return setting(undefined, 'the path of a folder that can be read', description, (text, folder) => {
    const path = resolve(folder, text);
    if (!isReadableFolder(path)) throw new BadValue();
    return path;
  });
}

/**
 * A setting's `parse` for a list of networks. `10.0.0.1/8` is none: whoever means one address must not get sixteen million.
 *
 * @throws {BadValue}
 */
export function networks(text: string): readonly IpNetwork[] {
  if (text === '') return Object.freeze([]);
  const entries = text.split(',').map((entry) => entry.trim());
  // An address with a zone has no prefix.
  if (entries.some((entry) => entry.includes('/') && 'reason' in networkOf(entry))) throw new BadValue();
  try {
    return Object.freeze(entries.map(parseNetwork));
  } catch {
    throw new BadValue();
  }
}

/** Returns a setting's `parse` for a list of unique names in lower case. */
export function names(form: RegExp): (text: string) => readonly string[] {
  return (text) => {
    if (text === '') return Object.freeze([]);
    const list = text.split(',').map((entry) => entry.trim().toLowerCase());
    if (!list.every((name) => form.test(name))) throw new BadValue();
    return Object.freeze([...new Set(list)]);
  };
}

/**
 * Accepts labels of letters, digits, hyphens and underscores. A name that ends in a number is a mistyped IPv4 address.
 */
export function isHostName(text: string): boolean {
  const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;
  const labels = text.split('.');
  return text.length <= 253 && labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1) ?? '');
}

function isReadableFolder(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return !statSync(path).isDirectory();
  } catch {
    return false;
  }
}
