import { isDeepStrictEqual } from 'node:util';
import type { ReplaceableUrlRules, UrlRules } from '#engine/core/url-rules.js';
import { RulesFileError, readUrlRulesFile } from '#engine/url-rules-file.js';
import type { Log } from '#gateway/core/log.js';
import type { WorkerPool } from '#workers/pool.js';
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

/** Replaces the rules on the event loop and on the threads, and logs it, if they have changed. */
export function reloadUrlRules(
  inUse: ReplaceableUrlRules,
  next: UrlRules,
  pool: Pick<WorkerPool, 'useRules'>,
  log: Log,
): void {
  if (isDeepStrictEqual(inUse.current, next)) return;
  inUse.current = next;
  pool.useRules(next);
  const { rules, exceptions, redirectors } = next;
  const counts = { rules: rules.length, exceptions: exceptions.length, redirectors: redirectors.length };
  log.info(counts, 'The rules for URLs have changed');
}
