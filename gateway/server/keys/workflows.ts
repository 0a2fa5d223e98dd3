import { LRUCache } from 'lru-cache';
import type { Author } from '../storage/author.js';
import type { WorkflowHead } from '../storage/key-table.js';
import {
  type ExpectedWorkflow,
  mostVersions,
  type WorkflowChange,
  type WorkflowRow,
  type WorkflowTable,
  type WorkflowVersionRow,
} from '../storage/workflow-table.js';
import type { IndexedKeyStore } from './indexed-key-store.js';
import { generateId } from './key-format.js';

/** How the name of a workflow in a run was found: its steps were in memory, read from the store; a tool; or not at all. */
export type WorkflowLookUp = 'memory' | 'store' | 'tool' | 'unknown' | 'failed';

export interface WorkflowsParts {
  readonly keys: Pick<IndexedKeyStore, 'workflowsOf' | 'changeThrough' | 'wholeReads'>;
  readonly table: WorkflowTable;
  /** Whether a name is that of a workflow tool of the operator. */
  readonly isTool: (name: string) => boolean;
  /** Told that steps cannot be read. */
  readonly onUnread: (error: unknown) => void;
}

/** Steps in memory, in bytes of JSON. */
const cacheBytes = 32 * 1024 * 1024;

/** `clean-orders`, or `clean-orders@3`. */
const reference = /^([a-z0-9-]+)(?:@([1-9]\d{0,8}))?$/;

/**
 * The workflows that accounts have stored. Which there are, and their newest versions, is in memory with the accounts, and
 * as current as keys are. Their steps are read when they are first run, and stay in memory: a version never changes.
 */
export class Workflows {
  readonly #parts: WorkflowsParts;
  readonly #steps = new LRUCache<string, Uint8Array>({
    maxSize: cacheBytes,
    sizeCalculation: ({ byteLength }, key) => byteLength + key.length,
  });
  /** Reads that run: a hundred requests wait for one. */
  readonly #reads = new Map<string, Promise<Uint8Array | null | undefined>>();
  /** When {@link #steps} were read, by `wholeReads`: a store that lost changes gives their versions to others. */
  #wholeReads = 0;
  /** How often each {@link WorkflowLookUp} happened. */
  readonly lookUps: Record<WorkflowLookUp, number> = { memory: 0, store: 0, tool: 0, unknown: 0, failed: 0 };

  constructor(parts: WorkflowsParts) {
    this.#parts = parts;
  }

  /**
   * Returns the steps of a workflow of an account, or of a workflow tool, as a JSON array in UTF-8. A name of the account
   * wins.
   *
   * @param named - with `@` and a version, or the newest one.
   * @returns undefined if there is none; null if the store cannot be read.
   */
  find(accountId: string, named: string): Uint8Array | undefined | Promise<Uint8Array | null | undefined> {
    const [, name = '', given] = reference.exec(named) ?? [];
    const head = this.#parts.keys.workflowsOf(accountId).get(name);
    const version = given === undefined ? head?.version : Number(given);
    if (head === undefined || version === undefined || !isKept(head, version)) {
      const isTool = head === undefined && given === undefined && this.#parts.isTool(name);
      this.lookUps[isTool ? 'tool' : 'unknown']++;
      return isTool ? Buffer.from(JSON.stringify([name])) : undefined;
    }
    if (this.#wholeReads !== this.#parts.keys.wholeReads) {
      this.#wholeReads = this.#parts.keys.wholeReads;
      this.#steps.clear();
      this.#reads.clear();
    }
    const key = `${head.id}@${version}`;
    const known = this.#steps.get(key);
    if (known !== undefined) {
      this.lookUps.memory++;
      return known;
    }
    let read = this.#reads.get(key);
    if (read === undefined) {
      read = this.#read(accountId, { ...head, version });
      this.#reads.set(key, read);
      const forget = () => this.#reads.get(key) === read && this.#reads.delete(key);
      void read.then(forget);
    }
    return read;
  }

  async #read(accountId: string, { id, name, version }: WorkflowHead): Promise<Uint8Array | null | undefined> {
    const begun = this.#wholeReads;
    try {
      const row = await this.#parts.table.read(accountId, name, version);
      // It may have been deleted, and stored again.
      const steps = row?.id === id ? Buffer.from(row.steps) : undefined;
      if (steps !== undefined && begun === this.#parts.keys.wholeReads) this.#steps.set(`${id}@${version}`, steps);
      this.lookUps[steps === undefined ? 'unknown' : 'store']++;
      return steps;
    } catch (error) {
      this.lookUps.failed++;
      this.#parts.onUnread(error);
      return null;
    }
  }

  /** Returns the newest version of each workflow of an account, by name. */
  async list(accountId: string): Promise<readonly WorkflowVersionRow[]> {
    const rows = await this.#parts.table.list(accountId);
    return rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Returns the versions that are kept, newest first. */
  versions(accountId: string, name: string): Promise<readonly WorkflowVersionRow[]> {
    return this.#parts.table.versions(accountId, name);
  }

  /** @param version - the newest if left out. */
  async get(accountId: string, name: string, version?: number): Promise<WorkflowRow | undefined> {
    const wanted = version ?? this.#parts.keys.workflowsOf(accountId).get(name)?.version;
    return wanted === undefined ? undefined : this.#parts.table.read(accountId, name, wanted);
  }

  /** Stores a version. @param steps - a JSON array. */
  put(
    accountId: string,
    { name, steps }: { readonly name: string; readonly steps: string },
    expected: ExpectedWorkflow,
    author: Author,
  ): Promise<WorkflowChange> {
    const row = { accountId, name, steps, id: generateId('wfl') };
    return this.#parts.keys.changeThrough(() => this.#parts.table.put(row, expected, author));
  }

  delete(accountId: string, name: string, expected: ExpectedWorkflow, author: Author): Promise<WorkflowChange> {
    return this.#parts.keys.changeThrough(() => this.#parts.table.delete(accountId, name, expected, author));
  }
}

/** Whether a version is among the newest. */
function isKept(head: WorkflowHead, version: number): boolean {
  return version <= head.version && version > head.version - mostVersions;
}
