import { accountDocument } from '#gateway/server/keys/key-documents.js';
import { checkName, maxLabelLength, printedLabel } from '#gateway/server/keys/key-rules.js';
import { type Account, AccountError, type KeyStore } from '#gateway/server/keys/key-store.js';
import type { AccountPatch, Plan } from '#gateway/server/storage/key-table.js';
import { commandAuthor } from '../core/author.js';
import { withKeys } from '../core/data-folder.js';
import { CommandError, columnsText, type Io, jsonText, print, say, UsageError } from '../core/io.js';
import { minutesOf, usable } from './key-commands.js';
import type { LimitArgument } from './whole-number.js';

interface OutputOptions {
  readonly json?: boolean;
}

interface LimitOptions extends OutputOptions {
  readonly dailyQuota?: LimitArgument;
  readonly burst?: LimitArgument;
}

export interface CreateAccountOptions extends LimitOptions {
  readonly plan: Plan;
  readonly name?: string;
  readonly externalId?: string;
}

/** `textmill accounts create`. */
export async function createAccount(
  io: Io,
  { plan, name, externalId, json, ...limits }: CreateAccountOptions,
): Promise<void> {
  checkNameArgument('name', name);
  checkNameArgument('externalId', externalId);
  if (externalId === '') throw new UsageError('externalId must be at least 1 character long');
  const request = { plan, name: name ?? null, externalId: externalId ?? null, ...patchOf(limits) };
  const account = await withKeys(io, { mustExist: false }, (keys) =>
    keys.createAccount(request, commandAuthor(io)).catch((error: unknown) => {
      throw error instanceof AccountError ? new CommandError(error.message) : error;
    }),
  );
  if (json) return print(io, jsonText(accountDocument(account)));
  await say(io, accountText(account));
  await print(io, `${account.id}\n`);
}

/** `textmill accounts list`. */
export async function listAccounts(
  io: Io,
  { externalId, json }: OutputOptions & { readonly externalId?: string },
): Promise<void> {
  const accounts = await withKeys(io, { mustExist: true }, (keys) =>
    (keys.listAccounts({ limit: Number.MAX_SAFE_INTEGER })?.accounts ?? []).filter(
      (account) => externalId === undefined || account.externalId === externalId,
    ),
  );
  if (json) {
    return print(
      io,
      jsonText({ accounts: accounts.map(({ keys, ...account }) => ({ ...accountDocument(account), keys })) }),
    );
  }
  const head = ['ID', 'NAME', 'EXTERNAL ID', 'PLAN', 'DAILY QUOTA', 'BURST', 'KEYS', 'CREATED', 'STATE'];
  const rows = accounts.map((account) => [
    account.id,
    printedLabel(account.name ?? '-'),
    printedLabel(account.externalId ?? '-'),
    account.plan,
    limitText(account.dailyQuota),
    limitText(account.burstPerMinute),
    String(account.keys),
    minutesOf(new Date(account.createdAt).toISOString()),
    stateOf(account),
  ]);
  await print(io, columnsText([head, ...rows]));
}

/** `textmill accounts show`. */
export async function showAccount(io: Io, id: string, { json }: OutputOptions): Promise<void> {
  const [account, keys] = await withKeys(io, { mustExist: true }, (store) => [
    existing(store.account(id), id),
    store.activeKeysOf(id),
  ]);
  if (json) return print(io, jsonText({ ...accountDocument(account), keys }));
  await print(io, accountText(account, [['active keys', String(keys)]]));
}

/** `textmill accounts rename`. */
export async function renameAccount(
  io: Io,
  id: string,
  name: string | undefined,
  { clear, json }: OutputOptions & { readonly clear?: boolean },
): Promise<void> {
  if ((clear === true) === (name !== undefined)) throw new UsageError('Give either a name or --clear');
  checkNameArgument('name', name);
  await change(io, id, { name: name ?? null }, json);
}

/** `textmill accounts limits`. */
export async function limitAccount(io: Io, id: string, { json, ...limits }: LimitOptions): Promise<void> {
  const patch = patchOf(limits);
  if (Object.keys(patch).length === 0) throw new UsageError('Give --daily-quota or --burst');
  await change(io, id, patch, json);
}

/** `textmill accounts enable` and `disable`. */
export async function enableAccount(io: Io, id: string, enabled: boolean, { json }: OutputOptions): Promise<void> {
  await change(io, id, { enabled }, json);
}

async function change(io: Io, id: string, patch: AccountPatch, json = false): Promise<void> {
  const account = await withKeys(io, { mustExist: true }, async (keys: KeyStore) =>
    existing(await keys.changeAccount(id, patch, commandAuthor(io)), id),
  );
  await print(io, json ? jsonText(accountDocument(account)) : accountText(account));
}

function patchOf({ dailyQuota, burst }: LimitOptions): AccountPatch {
  return {
    ...(dailyQuota !== undefined && { dailyQuota: dailyQuota === 'default' ? null : dailyQuota }),
    ...(burst !== undefined && { burstPerMinute: burst === 'default' ? null : burst }),
  };
}

function accountText(account: Account, more: [string, string][] = []): string {
  return columnsText([
    ['id', account.id],
    ['name', printedLabel(account.name ?? '-')],
    ['external id', printedLabel(account.externalId ?? '-')],
    ['plan', account.plan],
    ['daily quota', limitText(account.dailyQuota)],
    ['burst of a key', limitText(account.burstPerMinute)],
    ['state', stateOf(account)],
    ...more,
  ]);
}

/** @param limit - null for the setting. */
function limitText(limit: number | null): string {
  if (limit === null) return 'default';
  return limit === 0 ? 'none' : String(limit);
}

function stateOf({ enabled }: Account): string {
  return enabled ? 'enabled' : 'disabled';
}

function existing(account: Account | undefined, id: string): Account {
  if (account === undefined) throw new CommandError(`There is no account ${id}`);
  return account;
}

function checkNameArgument(path: string, name = ''): void {
  usable(() => checkName(path, name));
  if ([...name].length > maxLabelLength)
    throw new UsageError(`${path} must be at most ${maxLabelLength} characters long`);
}
