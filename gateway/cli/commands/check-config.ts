import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import {
  type Config,
  ConfigError,
  defaultOf,
  readConfig,
  type SettingFacts,
  type SettingName,
  settingFacts,
} from '#gateway/server/config/config.js';
import { readEnvFile, unknownSettings, withEnvFile } from '#gateway/server/config/env-file.js';
import { fileVariable, withSecretFiles } from '#gateway/server/config/secret-files.js';
import type { EnvironmentVariables } from '#gateway/server/config/setting.js';
import { checkFileSystem } from '#gateway/server/storage/file-system.js';
import { checkPostgres } from '#gateway/server/storage/postgres/open.js';
import { UnusableDatabaseError } from '#gateway/server/storage/postgres/server-check.js';
import { configuredCertificate } from '#gateway/server/tls/certificate.js';
import { columnsText, type Io, jsonText, print, say } from '../core/io.js';

/** Where a setting's value comes from; a secret in a file comes from the variable that names the file. */
type Source = 'environment' | '.env' | 'default' | `${SettingName}_FILE`;

/** Paths are shown in full: they depend on the working directory. */
const paths: ReadonlySet<SettingName> = new Set([
  'DATA_DIR',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
  'RULES_FILE',
  'BACKUP_DIR',
]);

interface EffectiveSetting {
  readonly name: string;
  /** The value as written, with full paths; null without one. A secret is `(set)`, a URL has no password. */
  readonly value: string | null;
  readonly source: Source;
  /** Whether SIGHUP applies a change. */
  readonly reloads: boolean;
}

/** `textmill check-config`. */
export function addCheckConfig(program: Command, io: Io): void {
  program
    .command('check-config')
    .summary('show every setting, where it comes from, and what is wrong with it')
    .description(
      'Shows the settings that textmill serve would start with here: the value, and whether it comes from the ' +
        'environment, from .env in the working folder, or is the default. Secrets are not shown. Fails if a setting ' +
        'cannot be used, with one line for each. Looks whether the database of DATABASE_URL can be used, without ' +
        'changing it.',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ textmill check-config\n  # fails, and says why\n  $ PORT=80000 textmill check-config',
    )
    .action((options: { json?: boolean }) => checkConfig(io, options.json === true));
}

async function checkConfig({ stdout, stderr, environment, workingFolder }: Io, asJson: boolean): Promise<void> {
  const file = join(workingFolder, '.env');
  const fromFile = readEnvFile(file);
  const all = withEnvFile(environment, file);
  const secrets = settingFacts.flatMap(({ name, secret }) => (secret ? [name] : []));
  // What is wrong with a file is among the problems below.
  const { environment: inFiles } = withSecretFiles(all, secrets, workingFolder);
  const sources = { environment, fromFile, all, inFiles, workingFolder };
  const settings = settingFacts.map((facts) => effectiveSetting(facts, sources));
  const unknown = unknownSettings(fromFile);
  const { problems, warnings } = await assess(all, workingFolder);
  if (asJson) {
    await print({ stdout }, jsonText({ settings, problems, warnings, unknownInEnvFile: unknown }));
  } else {
    const rows = settings.map(({ name, value, source }) => [name, value ?? '-', source]);
    await print({ stdout }, columnsText([['SETTING', 'VALUE', 'FROM'], ...rows]));
    for (const name of unknown) await say({ stderr }, `textmill: .env contains an unknown setting: ${name}\n`);
    for (const warning of warnings) await say({ stderr }, `textmill: ${warning}\n`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
}

interface Sources {
  readonly environment: EnvironmentVariables;
  readonly fromFile: EnvironmentVariables;
  /** Both, as they are read. */
  readonly all: EnvironmentVariables;
  /** With the secrets that are in files. */
  readonly inFiles: EnvironmentVariables;
  readonly workingFolder: string;
}

function configuredValue({ name, secret }: SettingFacts, sources: Sources): readonly [string | undefined, Source] {
  const { environment, fromFile, all, inFiles } = sources;
  if (environment[name]) return [environment[name], 'environment'];
  if (fromFile[name]) return [fromFile[name], '.env'];
  if (secret && all[fileVariable(name)]) return [inFiles[name], fileVariable(name)];
  return [defaultOf(name, all), 'default'];
}

function effectiveSetting(facts: SettingFacts, sources: Sources): EffectiveSetting {
  const { name, shown, reloads } = facts;
  const { workingFolder } = sources;
  const [value, source] = configuredValue(facts, sources);
  if (!value) return { name, value: null, source, reloads };
  return { name, value: paths.has(name) ? resolve(workingFolder, value) : shown(value), source, reloads };
}

interface Assessment {
  /** What would stop the start: a sentence for each. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

async function assess(environment: EnvironmentVariables, workingFolder: string): Promise<Assessment> {
  try {
    const config = readConfig(environment, workingFolder);
    const store = config.databaseUrl === undefined ? folderOf(config) : await databaseOf(config.databaseUrl);
    return { ...store, problems: [...(await fileProblems(config)), ...store.problems] };
  } catch (error) {
    if (error instanceof ConfigError) return { problems: error.problems, warnings: [] };
    throw error;
  }
}

/** Assesses the data folder of SQLite; nothing can be said of one that the start has to create. */
function folderOf({ dataDir }: Config): Assessment {
  if (!existsSync(dataDir)) return { problems: [], warnings: [] };
  try {
    const warning = checkFileSystem(dataDir);
    return { problems: [], warnings: warning === undefined ? [] : [warning] };
  } catch (error) {
    return { problems: [(error as Error).message], warnings: [] };
  }
}

async function databaseOf(url: string): Promise<Assessment> {
  try {
    await checkPostgres(url);
    return { problems: [], warnings: [] };
  } catch (error) {
    if (error instanceof UnusableDatabaseError) return { problems: [error.message], warnings: [] };
    throw error;
  }
}

/** Returns the errors that textmill serve would report when it reads the files. */
async function fileProblems(config: Config): Promise<readonly string[]> {
  // Loaded now: it would add to the start of every command.
  const { RulesFileError, readUrlRulesFile } = await import('#engine/url-rules-file.js');
  const { configuredTools } = await import('#gateway/server/own-tools.js');
  const tools = await configuredTools(config).then(
    () => [],
    (error: unknown) => (error instanceof ConfigError ? error.problems : [(error as Error).message]),
  );
  const reads = [() => configuredCertificate(config), () => readUrlRulesFile(config.rulesFile)];
  const others = reads.flatMap((read) => {
    try {
      read();
      return [];
    } catch (error) {
      return error instanceof RulesFileError ? [`RULES_FILE: ${error.message}`] : [(error as Error).message];
    }
  });
  return [...others, ...tools];
}
