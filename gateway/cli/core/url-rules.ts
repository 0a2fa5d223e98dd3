import { resolve } from 'node:path';
import { noUrlRules, type UrlRules } from '#engine/core/url-rules.js';
import { CommandError, type Io } from './io.js';

/**
 * Reads the rules for cleaning URLs of the file that the variable RULES_FILE names, as a gateway does.
 *
 * @throws {CommandError} if they cannot be used.
 */
export async function urlRulesOf({
  environment,
  workingFolder,
}: Pick<Io, 'environment' | 'workingFolder'>): Promise<UrlRules> {
  const path = environment.RULES_FILE;
  if (!path) return noUrlRules;
  // Loaded only if there is a file: it would add to the start of every command.
  const { RulesFileError, readUrlRulesFile } = await import('#engine/url-rules-file.js');
  try {
    return readUrlRulesFile(resolve(workingFolder, path));
  } catch (error) {
    if (error instanceof RulesFileError) throw new CommandError(`RULES_FILE: ${error.message}`, { cause: error });
    throw error;
  }
}
