import { existsSync } from 'node:fs';
import { RequestError } from '#engine/core/errors.js';
import { issuedKeyDocument, keyDocument } from '#gateway/server/keys/key-documents.js';
import {
  checkLabel,
  maxLabelLength,
  printedLabel,
  readBounds,
  readNewBounds,
  serialiseOrigins,
  type WrittenBounds,
} from '#gateway/server/keys/key-rules.js';
import {
  AccountError,
  type ApiKey,
  type IssuedKey,
  type KeyStore,
  maxGraceSeconds,
} from '#gateway/server/keys/key-store.js';
import { type Environment, type KeyOperation, keyOperations, type Plan } from '#gateway/server/storage/key-table.js';
import { databaseFile } from '#gateway/server/storage/sqlite/connection.js';
import { commandAuthor } from '../core/author.js';
import { settingsOf, withKeys } from '../core/data-folder.js';
import { CommandError, columnsText, type Io, jsonText, print, say, UsageError } from '../core/io.js';
import type { LimitArgument } from './whole-number.js';

interface OutputOptions {
  readonly json?: boolean;
}

interface LimitOptions {
  readonly expires?: string;
  readonly burst?: LimitArgument;
  readonly operations?: string;
  readonly addresses?: string;
}

export interface CreateOptions extends OutputOptions, LimitOptions {
  readonly env: Environment;
  readonly plan: Plan;
  readonly account?: string;
  readonly label?: string;
  readonly origin: readonly string[];
}

/** `textmill keys create`. */
export async function createKey(io: Io, options: CreateOptions): Promise<void> {
  const { env, plan, account, label, origin, json } = options;
  checkLabelArgument(label);
  const origins = usable(() => serialiseOrigins(origin));
  const { databaseUrl, dataDir: folder } = settingsOf(io);
  const isNew = databaseUrl === undefined && !existsSync(databaseFile(folder));
  const { issued, freeTier, dataDir } = await withKeys(io, { mustExist: false }, async (keys, settings) => ({
    issued: await createIn(io, keys, {
      plan,
      environment: env,
      accountId: account,
      label,
      origins,
      operatorBounds: usable(() => readNewBounds(writtenBounds(options, keys.now()), keys.now())),
    }),
    ...settings,
  }));
  if (isNew)
    await say(io, `textmill: created ${databaseFile(dataDir)}; a gateway with this DATA_DIR accepts the key\n`);
  await writeIssued(io, issued, json);
  if (plan === 'free' && !freeTier) {
    await say(io, 'textmill: keys of the plan free are refused unless FREE_TIER is true\n');
  }
}

async function createIn(io: Io, keys: KeyStore, request: Parameters<KeyStore['create']>[0]): Promise<IssuedKey> {
  try {
    return await keys.create(request, commandAuthor(io));
  } catch (error) {
    if (error instanceof AccountError) throw new CommandError(error.message);
    throw error;
  }
}

function documentNow(key: ApiKey) {
  return keyDocument(key, Date.now());
}

/** `textmill keys list`. */
export async function listKeys(
  io: Io,
  { account, json }: OutputOptions & { readonly account?: string },
): Promise<void> {
  const documents = await withKeys(io, { mustExist: true }, (keys) => {
    if (account !== undefined && keys.account(account) === undefined) {
      throw new CommandError(`There is no account ${account}`);
    }
    return (keys.list({ limit: Number.MAX_SAFE_INTEGER, accountId: account })?.keys ?? []).map(documentNow);
  });
  if (json) return print(io, jsonText({ keys: documents }));
  const head = ['ID', 'LABEL', 'ENV', 'PLAN', 'ENDS IN', 'CREATED', 'LAST USED', 'EXPIRES', 'STATE', 'ACCOUNT'];
  const rows = documents.map((key) => [
    key.id,
    printedLabel(key.label ?? '-'),
    key.environment,
    key.plan,
    key.last4,
    minutesOf(key.createdAt),
    minutesOf(key.lastUsedAt),
    minutesOf(key.expiresAt),
    stateOf(key),
    key.accountId,
  ]);
  await print(io, columnsText([head, ...rows]));
}

function stateOf({ revokedAt, enabled, expiresAt }: ReturnType<typeof documentNow>): string {
  if (revokedAt !== null) return 'revoked';
  if (!enabled) return 'disabled';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active';
}

/** `textmill keys revoke`. Revokes all of them, or none if one does not exist. */
export async function revokeKeys(io: Io, ids: readonly string[], { json }: OutputOptions): Promise<void> {
  const revoked: ApiKey[] = [];
  try {
    await withKeys(io, { mustExist: true }, async (keys) => {
      for (const id of ids) existing(keys.get(id), id);
      for (const id of ids) revoked.push(existing(await keys.revoke(id, commandAuthor(io)), id));
    });
  } finally {
    // Also where the store fails in between: each key is revoked for itself.
    if (!json) for (const { id } of revoked) await print(io, `revoked ${id}\n`);
  }
  if (json) await print(io, jsonText({ keys: revoked.map(documentNow) }));
}

export interface RotateOptions extends OutputOptions {
  /** Seconds. */
  readonly grace: number;
}

/** `textmill keys rotate`. */
export async function rotateKey(io: Io, id: string, { grace, json }: RotateOptions): Promise<void> {
  if (grace > maxGraceSeconds) throw new UsageError(`--grace must be at most 7d (${maxGraceSeconds} seconds)`);
  const issued = await withKeys(io, { mustExist: true }, async (keys) => {
    const rotated = await keys.rotate(id, grace, commandAuthor(io));
    return rotated ?? missing(keys, id);
  });
  await writeIssued(io, issued, json);
}

/** `textmill keys limits`. */
export async function keyLimits(io: Io, id: string, { json, ...options }: OutputOptions & LimitOptions): Promise<void> {
  const isChange = Object.keys(options).length > 0;
  const key = await withKeys(io, { mustExist: true }, async (keys) => {
    if (!isChange) return existing(keys.get(id), id);
    const patch = usable(() => readBounds(writtenBounds(options, keys.now()), keys.now()));
    return (await keys.setBounds(id, 'operator', patch, commandAuthor(io))) ?? missing(keys, id);
  });
  if (json) return print(io, jsonText(documentNow(key)));
  const { expiresAt, burstPerMinute, operations, addresses, enabled, setBy } = documentNow(key);
  const list = (values: readonly string[] | null) => (values === null ? 'all' : values.join(' ') || 'none');
  await print(
    io,
    columnsText([
      ['expires', expiresAt ?? 'never'],
      ['burst', burstPerMinute === null ? 'default' : burstPerMinute === 0 ? 'none' : String(burstPerMinute)],
      ['operations', list(operations)],
      ['addresses', list(addresses)],
      ['state', enabled ? 'enabled' : 'disabled'],
      ['narrowed by', setBy.owner === null ? '-' : 'the owner of the account, too'],
    ]),
  );
}

/** `textmill keys enable` and `disable`. Changes all of them, or none if one does not exist. */
export async function enableKeys(
  io: Io,
  ids: readonly string[],
  enabled: boolean,
  { json }: OutputOptions,
): Promise<void> {
  const changed = await withKeys(io, { mustExist: true }, async (keys) => {
    for (const id of ids) if (existing(keys.get(id), id).revokedAt !== null) missing(keys, id);
    const done: ApiKey[] = [];
    for (const id of ids) {
      const patch = { disabled: enabled ? null : true } as const;
      done.push((await keys.setBounds(id, 'operator', patch, commandAuthor(io))) ?? missing(keys, id));
    }
    return done;
  });
  if (json) return print(io, jsonText({ keys: changed.map(documentNow) }));
  for (const { id } of changed) await print(io, `${enabled ? 'enabled' : 'disabled'} ${id}\n`);
}

/** Reads the limits that options name. @param now - milliseconds since the epoch. @throws {UsageError} */
function writtenBounds({ expires, burst, operations, addresses }: LimitOptions, now: number): WrittenBounds {
  const [, digits = '', unit = ''] = /^(\d{1,7})([hd])$/.exec(expires ?? '') ?? [];
  const ms = Number(digits) * (unit === 'd' ? 24 : 1) * 3_600_000;
  const wrong = operations?.split(',').find((each) => operations !== 'all' && !isOperation(each));
  if (wrong !== undefined) throw new UsageError(`--operations takes ${keyOperations.join(', ')}, or all; not ${wrong}`);
  return {
    ...(expires !== undefined && {
      expiresAt: expires === 'never' ? null : digits === '' ? expires : new Date(now + ms).toISOString(),
    }),
    ...(burst !== undefined && { burstPerMinute: burst === 'default' ? null : burst }),
    ...(operations !== undefined && {
      operations: operations === 'all' ? null : operations.split(',').filter(isOperation),
    }),
    ...(addresses !== undefined && { addresses: addresses === 'all' ? null : addresses.split(',') }),
  };
}

function isOperation(text: string): text is KeyOperation {
  return keyOperations.some((each) => each === text);
}

/** `textmill keys origins`. */
export async function keyOrigins(
  io: Io,
  id: string,
  origins: readonly string[],
  { clear, json }: OutputOptions & { readonly clear?: boolean },
): Promise<void> {
  if (clear && origins.length > 0) throw new UsageError('--clear removes all origins: do not name any');
  const replacement = usable(() => serialiseOrigins(origins));
  const isChange = clear === true || origins.length > 0;
  const key = await withKeys(io, { mustExist: true }, async (keys) =>
    isChange
      ? ((await keys.setOrigins(id, replacement, commandAuthor(io))) ?? missing(keys, id))
      : existing(keys.get(id), id),
  );
  if (json) return print(io, jsonText(documentNow(key)));
  for (const origin of key.origins) await print(io, `${origin}\n`);
}

/** `textmill keys label`. */
export async function keyLabel(
  io: Io,
  id: string,
  text: string | undefined,
  { clear, json }: OutputOptions & { readonly clear?: boolean },
): Promise<void> {
  if (clear && text !== undefined) throw new UsageError('--clear removes the label: do not give a text');
  checkLabelArgument(text);
  const label = clear ? null : text;
  const key = await withKeys(io, { mustExist: true }, async (keys) =>
    label === undefined
      ? existing(keys.get(id), id)
      : ((await keys.setLabel(id, label, commandAuthor(io))) ?? missing(keys, id)),
  );
  if (json) return print(io, jsonText(documentNow(key)));
  if (key.label !== null) await print(io, `${printedLabel(key.label)}\n`);
}

/** Writes only the secret to standard output, for `KEY=$(…)`. */
async function writeIssued({ stdout, stderr }: Io, issued: IssuedKey, json = false): Promise<void> {
  if (json) return print({ stdout }, jsonText(issuedKeyDocument(issued)));
  const { key, secret } = issued;
  const origins = key.origins.length === 0 ? 'none' : key.origins.join(' ');
  await say(
    { stderr },
    columnsText([
      ['id', key.id],
      ['account', key.accountId],
      ['plan', key.plan],
      ['environment', key.environment],
      ['label', printedLabel(key.label ?? '-')],
      ['origins', origins],
      ['key', 'on standard output; it is not shown again'],
    ]),
  );
  await print({ stdout }, `${secret}\n`);
}

function existing(key: ApiKey | undefined, id: string): ApiKey {
  if (key === undefined) throw new CommandError(`There is no key ${id}`);
  return key;
}

/** Returns the error for a key that could not be changed. */
function missing(keys: KeyStore, id: string): never {
  existing(keys.get(id), id);
  throw new CommandError(`The key ${id} is revoked`);
}

function checkLabelArgument(label = ''): void {
  usable(() => checkLabel(label));
  if ([...label].length > maxLabelLength) {
    throw new UsageError(`label must be at most ${maxLabelLength} characters long`);
  }
}

/** Turns an invalid value that the user typed into a usage error. */
export function usable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof RequestError) throw new UsageError(error.message);
    throw error;
  }
}

/** Formats a time as ISO 8601 in UTC to the minute, which fits into a line. */
export function minutesOf(timestamp: string | null): string {
  return timestamp === null ? '-' : `${timestamp.slice(0, 16)}Z`;
}
