import { isDeepStrictEqual } from 'node:util';
import type { ReplaceableUrlRules, UrlRules } from '#engine/core/url-rules.js';
import { RulesFileError, readUrlRulesFile } from '#engine/url-rules-file.js';
import type { Log } from '#gateway/core/log.js';
import { type Config, ConfigError } from './config/config.js';

/**
 * Reads the rules of RULES_FILE.
 *
 * @throws {ConfigError} `RULES_FILE: /etc/textmill/rules.json, line 3, column 7: rules[0].names must be an array`.
 */
export function configuredUrlRules({ rulesFile }: Pick<Config, 'rulesFile'>): UrlRules {
  try {
    return readUrlRulesFile(rulesFile);
  } catch (error) {
    if (error instanceof RulesFileError) throw new ConfigError([`RULES_FILE: ${error.message}`]);
    throw error;
  }
}

/**
 * Replaces the rules on the event loop, and logs it, if they have changed.
 *
 * @param onChange - replaces them on the threads.
 */
export function reloadUrlRules(inUse: ReplaceableUrlRules, next: UrlRules, onChange: () => void, log: Log): void {
  if (isDeepStrictEqual(inUse.current, next)) return;
  inUse.current = next;
  onChange();
  const { rules, exceptions, redirectors } = next;
  const counts = { rules: rules.length, exceptions: exceptions.length, redirectors: redirectors.length };
  log.info(counts, 'The rules for URLs have changed');
}
