import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EnvironmentVariables } from './setting.js';

/** Returns the variable that names the file of a secret setting. */
export function fileVariable<Name extends string>(name: Name): `${Name}_FILE` {
  return `${name}_FILE`;
}

/** Whether a secret setting has a value, or a file for it. */
export function isGiven(environment: EnvironmentVariables, name: string): boolean {
  return Boolean(environment[name] || environment[fileVariable(name)]);
}

/** Variables with the secrets that are in files. */
export interface ReadSecrets {
  readonly environment: EnvironmentVariables;
  /** Sentences that name the variable and never the content. */
  readonly problems: string[];
  /** The settings whose value is not known because of a problem. */
  readonly unread: ReadonlySet<string>;
}

/**
 * Reads the files of secret settings, as Docker and Kubernetes mount them: the content without the line end at its end is
 * the value.
 *
 * @param names - the secret settings.
 * @param folder - the base of relative paths.
 */
export function withSecretFiles(given: EnvironmentVariables, names: readonly string[], folder: string): ReadSecrets {
  const problems: string[] = [];
  const unread = new Set<string>();
  const read: Record<string, string> = {};
  for (const name of names) {
    const variable = fileVariable(name);
    const path = given[variable];
    if (!path) continue;
    try {
      if (given[name]) throw new Error(`${name} and ${variable} are both set: remove one of them`);
      read[name] = secretIn(resolve(folder, path), variable);
    } catch (error) {
      problems.push((error as Error).message);
      unread.add(name);
    }
  }
  return { environment: Object.keys(read).length === 0 ? given : { ...given, ...read }, problems, unread };
}

/** @throws {Error} with one sentence if there is no secret in a file. */
function secretIn(file: string, variable: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${variable}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new Error(`${variable}: ${file} is empty`);
  return secret;
}
