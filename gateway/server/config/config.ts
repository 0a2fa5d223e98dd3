import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isLoopback } from '#gateway/core/ip-address.js';
import { logFormats } from '#gateway/core/log-format.js';
import { parseOrigin } from '../keys/origin.js';
import { defaultHistoryDays } from '../storage/periods.js';
import { parsePostgresUrl } from '../storage/postgres/connection.js';
import { adminTokenForm, isAdminToken } from './admin-token.js';
import { fileVariable, isGiven, withSecretFiles } from './secret-files.js';
import {
  BadValue,
  choice,
  duration,
  type EnvironmentVariables,
  flag,
  integer,
  isHostName,
  names,
  networks,
  readableFile,
  readableFolder,
  reloading,
  type Setting,
  setting,
} from './setting.js';

/** Longest time that a timer of Node can wait, in milliseconds. */
const longestTimerMs = 2_147_483_647;

const mostGateways = 64;

/**
 * How many cores a gateway gets. With the work that loads its event loop most, sanitizing lists of 500 URLs, a request costs
 * the event loop 61 µs and the threads 298 µs (P15 in bench/): it could feed five threads, and is idle two fifths of the
 * time with three, so that requests do not wait for it.
 */
const coresPerGateway = 4;

/** @throws {BadValue} */
function gatewaysOf(text: string): number {
  if (text === 'auto') return Math.min(mostGateways, Math.max(1, Math.floor(availableParallelism() / coresPerGateway)));
  if (!/^[1-9]\d?$/.test(text) || Number(text) > mostGateways) throw new BadValue();
  return Number(text);
}

/** Returns the cores that are left when each gateway has one for its event loop; at least 1. */
function freeCores(gateways: string | undefined): number {
  try {
    return Math.max(1, availableParallelism() - gatewaysOf(gateways || '1'));
  } catch {
    // Reported as a problem of GATEWAYS.
    return 1;
  }
}

/**
 * Parses where webhooks go. Events name accounts and keys, so they cross a network only encrypted. Any host is allowed: the
 * operator chooses it, and no redirect leads elsewhere.
 */
function parseWebhookUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hash !== '' || url.username !== '' || url.password !== '') return undefined;
  const isEncrypted = url.protocol === 'https:';
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
  return isEncrypted || isLocal ? url : undefined;
}

const settings = {
  HOST: setting('127.0.0.1', 'an IP address or a host name', 'Address of this machine to listen on', (text) => {
    if (isIP(text) === 0 && !isHostName(text)) throw new BadValue();
    return text;
  }),
  PORT: integer(8080, 0, 65_535, 'Port to listen on; a second process on the same port fails. 0 is any free port'),
  DATA_DIR: setting('data', 'the path of a folder', 'Holds textmill.sqlite and admin-token', (text, folder) =>
    resolve(folder, text),
  ),
  HTTP_SERVER: choice(
    'auto',
    ['auto', 'uws', 'node'],
    'uws is uWebSockets.js, node is node:http; auto is uws where it has a binary, otherwise node with a warning',
  ),
  DATABASE_URL: setting(
    undefined,
    'the URL of a PostgreSQL database such as postgres://user:password@host:5432/name',
    'Store that gateways on several machines share: PostgreSQL 14 or newer, with ADMIN_TOKEN; by default, SQLite in DATA_DIR',
    (text) => {
      if (parsePostgresUrl(text) === undefined) throw new BadValue();
      return text;
    },
    { secret: true, shown: (text) => parsePostgresUrl(text)?.shown },
  ),
  KEY_TRUST_SECONDS: integer(
    300,
    10,
    86_400,
    'How long a gateway that cannot read the database serves the keys that it knows; then it responds with 503',
  ),
  ADMIN_TOKEN: setting(
    undefined,
    adminTokenForm,
    'Token for administration; generated into DATA_DIR/admin-token',
    (text) => {
      if (!isAdminToken(text)) throw new BadValue();
      return text;
    },
    { fallbackText: 'generated', secret: true },
  ),
  TLS_CERT_FILE: readableFile('PEM certificate chain; with TLS_KEY_FILE the gateway speaks HTTPS itself'),
  TLS_KEY_FILE: readableFile('PEM private key'),
  GATEWAYS: setting(
    '1',
    `an integer from 1 to ${mostGateways}, or auto`,
    'Processes that serve on one port; auto is one for every four cores',
    gatewaysOf,
  ),
  WORKER_THREADS: {
    ...integer(
      Math.max(1, availableParallelism() - 1),
      1,
      256,
      'Threads that run large jobs, divided among the gateways; each has at least one',
      'cores less one for each gateway, at least 1',
    ),
    fallbackFor: ({ GATEWAYS }: EnvironmentVariables) => String(freeCores(GATEWAYS)),
  },
  MAX_QUEUE: integer(256, 1, 100_000, 'Jobs of a gateway that may wait for a thread'),
  JOB_TIMEOUT_MS: integer(
    10_000,
    1,
    3_600_000,
    'How long a job may run, in milliseconds; it may wait for as long, plus two seconds',
  ),
  WORKER_MEMORY_MB: integer(
    512,
    32,
    65_536,
    'Heap that a job may use, in MiB; below 500, texts may grow to only 8,000 characters per MiB',
  ),
  INLINE_MAX_BYTES: integer(
    8_192,
    0,
    1_000_000,
    'Bodies up to this size, in bytes, run on the event loop unless they are much work',
  ),
  MAX_BODY_BYTES: integer(8_388_608, 1_024, 268_435_456, 'Longest request body, in bytes'),
  BODY_TIMEOUT_MS: integer(30_000, 1, longestTimerMs, 'How long a request body may take to arrive, in milliseconds'),
  BURST_PER_IP: reloading(integer(120, 0, 1_000_000_000, 'Requests per minute from one address; 0 is no limit')),
  BURST_PER_KEY: reloading(integer(120, 0, 1_000_000_000, 'Requests per minute with one key; 0 is no limit')),
  DAILY_QUOTA: reloading(integer(5_000, 0, 1_000_000_000, 'Requests of one account in 24 hours; 0 is no limit')),
  QUOTA_DURING_OUTAGE: choice(
    'serve',
    ['serve', 'refuse'],
    'While the database cannot be written: serve admits requests unless their quota is known to be used up; refuse admits only what is reserved',
  ),
  HISTORY_DAYS: integer(
    defaultHistoryDays,
    30,
    4_000,
    'Days for which usage is kept, for bills; a key takes 170 bytes a day for each operation and outcome',
  ),
  SYNC_INTERVAL_MS: integer(1_000, 10, 3_600_000, 'How often counters are written to the database, in milliseconds'),
  TRUSTED_PROXIES: setting(
    '',
    'a comma-separated list of addresses and networks such as 10.0.0.0/8',
    'Proxies whose X-Forwarded-For is trusted',
    networks,
    { fallbackText: 'none' },
  ),
  PUBLIC_URL: reloading(
    setting(
      undefined,
      'a scheme and a host such as https://text.example.com, without a path',
      'Where browsers reach the gateway behind a proxy that terminates TLS',
      (text) => {
        const parsed = parseOrigin(text);
        if ('reason' in parsed) throw new BadValue();
        return parsed.origin;
      },
    ),
  ),
  MCP_EXPOSE: setting(
    '',
    'a comma-separated list of tools such as csv-json-converter,trim-lines',
    'Text tools that agents at /mcp also get under their own names',
    names(/^[a-z0-9-]{1,64}$/),
    { fallbackText: 'none' },
  ),
  MCP_TEXT_MB: integer(
    64,
    0,
    4_096,
    'Megabytes for texts that agents at /mcp may use again within an hour; an account has a quarter',
  ),
  MCP_HOSTS: reloading(
    setting(
      '',
      'a comma-separated list of host names such as text.example.com',
      'Further names under which agents may reach /mcp',
      names(/^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/),
      { fallbackText: 'none' },
    ),
  ),
  AUDIT_DAYS: reloading(integer(400, 1, 3_650, 'How long the audit log is kept, in days')),
  RULES_FILE: reloading(readableFile('JSON file of further rules for cleaning URLs')),
  BACKUP_EVERY: reloading(duration('How often the SQLite database is copied and the copy checked')),
  BACKUP_KEEP: reloading(integer(7, 1, 1_000, 'Copies to keep')),
  BACKUP_DIR: reloading(
    setting(
      undefined,
      'the path of a folder',
      'Where the copies are; one folder for each database, as old copies are deleted',
      (text, folder) => resolve(folder, text),
      { fallbackText: 'backups in DATA_DIR' },
    ),
  ),
  WEBHOOK_URL: reloading(
    setting(
      undefined,
      'an https URL, or one of http on this machine, without a password',
      'Where events are sent for the operator; with WEBHOOK_SECRET',
      (text) => {
        if (parseWebhookUrl(text) === undefined) throw new BadValue();
        return text;
      },
      { secret: true, shown: (text) => parseWebhookUrl(text)?.origin },
    ),
  ),
  WEBHOOK_SECRET: reloading(
    setting(
      undefined,
      'whsec_ and 24 to 64 bytes in Base64',
      'Secret that events are signed with; `echo whsec_$(openssl rand -base64 32)` makes one',
      (text) => {
        const [, encoded = ''] =
          /^whsec_((?:[A-Za-z\d+/]{4})+(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)$/.exec(text) ?? [];
        const { length } = Buffer.from(encoded, 'base64');
        if (length < 24 || length > 64) throw new BadValue();
        return text;
      },
      { secret: true },
    ),
  ),
  TOOLS_DIR: reloading(readableFolder('Folder of tools of your own')),
  FREE_TIER: reloading(flag('Whether keys of the plan free are accepted: 10 requests in 24 hours, /v1/run only')),
  METRICS_PUBLIC: reloading(flag('Whether /metrics is public, without the admin token')),
  LOG_LEVEL: reloading(
    choice(
      'info',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'How much is logged; info logs a line for each request',
    ),
  ),
  LOG_FORMAT: choice('auto', logFormats, 'auto writes lines for people to a terminal, and JSON to everything else'),
  LOG_ADDRESSES: reloading(flag("Whether the log line of a request has the client's address")),
  SLOW_JOB_MS: reloading(
    integer(1_000, 0, 3_600_000, 'Jobs that take longer, in milliseconds, are logged as a warning; 0 is never'),
  ),
} as const;

export type SettingName = keyof typeof settings;
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;
/** What a setting is parsed to; undefined as well if it has no default. */
type ValueOf<Of extends Setting<unknown>> = ReturnType<Of['parse']> | Extract<Of['fallback'], undefined>;

/** All settings, checked: PORT is `port`, BODY_TIMEOUT_MS is `bodyTimeoutMs`. */
export type Config = {
  readonly [Name in SettingName as CamelCase<Name>]: ValueOf<(typeof settings)[Name]>;
};

/** Settings that can change while the gateway runs. */
type ReloadingName = {
  [Name in SettingName]: (typeof settings)[Name] extends { readonly reloads: true } ? Name : never;
}[SettingName];

/** The part of the {@link Config} that can change while the gateway runs. */
export type ReloadingConfig = Pick<Config, CamelCase<ReloadingName>>;

/** Invalid settings. Each problem is one line that names the variable, its value and the accepted values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** The settings that are secret: each can also come from a file. */
const secretNames = Object.entries<Setting<unknown>>(settings).flatMap(([name, { secret }]) => (secret ? [name] : []));

/**
 * Reads all settings. An empty variable counts as unset, because templates and Compose files leave some empty. A space
 * before or after a value is part of it. A secret may be in a file, which is read now.
 *
 * @param workingFolder - the base of relative paths.
 * @throws {ConfigError} with a line for each bad value.
 */
export function readConfig(given: EnvironmentVariables, workingFolder: string = process.cwd()): Config {
  const config: Record<string, unknown> = {};
  const { environment, problems, unread } = withSecretFiles(given, secretNames, workingFolder);
  for (const [name, { fallback, fallbackFor, takes, parse, secret }] of Object.entries<Setting<unknown>>(settings)) {
    if (unread.has(name)) continue;
    const text = environment[name] || (fallbackFor?.(environment) ?? fallback);
    try {
      config[camelCase(name)] = text === undefined ? undefined : parse(text, workingFolder);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      const got = secret ? `a value of ${text?.length} characters` : quoted(text ?? '');
      const holder = given[name] || !secret ? `${name} is` : `${fileVariable(name)} has`;
      problems.push(`${holder} ${got}, but it takes ${takes}`);
    }
  }
  if (!environment.TLS_CERT_FILE !== !environment.TLS_KEY_FILE) {
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE go together, but only one of them is set');
  }
  if (isGiven(given, 'DATABASE_URL') && !isGiven(given, 'ADMIN_TOKEN')) {
    problems.push('DATABASE_URL needs ADMIN_TOKEN: without it, each machine would generate a token of its own');
  }
  if (environment.BACKUP_EVERY && isGiven(given, 'DATABASE_URL')) {
    problems.push('BACKUP_EVERY copies SQLite, and DATABASE_URL is set: back up PostgreSQL with pg_dump');
  }
  if (isGiven(given, 'WEBHOOK_URL') !== isGiven(given, 'WEBHOOK_SECRET')) {
    problems.push('WEBHOOK_URL and WEBHOOK_SECRET go together, but only one of them is set');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config) as Config;
}

/** A setting without its value. */
export interface SettingFacts {
  readonly name: SettingName;
  /** The default as people read it. */
  readonly fallbackText: string;
  readonly takes: string;
  readonly description: string;
  /** Whether its value must not be shown. */
  readonly secret: boolean;
  /** Returns a value as it may be shown. */
  readonly shown: (text: string) => string;
  /** Whether a change takes effect on SIGHUP. */
  readonly reloads: boolean;
}

/** The names of all variables that are read: the settings, and the files of secret ones. */
export const variableNames: readonly string[] = [...Object.keys(settings), ...secretNames.map(fileVariable)];

/** Returns the default of a setting; it may depend on other settings. */
export function defaultOf(name: SettingName, environment: EnvironmentVariables): string | undefined {
  const { fallback, fallbackFor }: Setting<unknown> = settings[name];
  return fallbackFor?.(environment) ?? fallback;
}

/** All settings, in the order in which they are documented. */
export const settingFacts: readonly SettingFacts[] = Object.entries<Setting<unknown>>(settings).map(
  ([name, { fallbackText, takes, description, secret = false, shown, reloads = false }]) => ({
    name: name as SettingName,
    fallbackText,
    takes,
    description,
    secret,
    shown: (text) => (secret ? (shown?.(text) ?? '(set)') : text),
    reloads,
  }),
);

/** Returns the property of a {@link Config} that has a setting: `bodyTimeoutMs` for `BODY_TIMEOUT_MS`. */
export function configProperty(name: SettingName): keyof Config {
  return camelCase(name) as keyof Config;
}

/** Returns the table of settings for gateway/README.md. A setting with `*` takes effect on a reload. */
export function settingsTable(): string {
  const rows = settingFacts.map(({ name, fallbackText, takes, description, secret, reloads }) => {
    const inFile = secret ? `. \`${fileVariable(name)}\` names a file that has it` : '';
    const range = takes
      .replace(/^an integer from (\d+) to (\d+)/, '$1 to $2')
      .replace(/^one of: /, '')
      .replace(/^the path of (a \w+).*/, '$1')
      .replace(/^a comma-separated list/, 'a list');
    return `| \`${name}\`${reloads ? ' *' : ''} | ${fallbackText} | ${range} | ${description}${inFile} |`;
  });
  return ['| Name | Default | Takes | |', '|---|---|---|---|', ...rows].join('\n');
}

/** Returns a value as one readable line. */
function quoted(text: string): string {
  const longest = 80;
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
