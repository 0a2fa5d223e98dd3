import type { ActorKind, Author } from './author.js';
import type { WorkflowHead } from './key-table.js';

/** Most workflows of an account, and most versions of each. */
export const mostWorkflows = 200;
export const mostVersions = 10;

/** What a workflow must be before a change: any, none, or the version that its tag names. */
export type ExpectedWorkflow = 'any' | 'none' | { readonly tag: string };

/** A version of a workflow, without its steps. */
export interface WorkflowVersionRow extends WorkflowHead {
  /** Length of the steps as JSON, in characters. */
  readonly length: number;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
  readonly authorKind: ActorKind;
  /** The key of an author that has one. */
  readonly keyId: string | null;
}

export interface WorkflowRow extends WorkflowVersionRow {
  /** A JSON array. */
  readonly steps: string;
}

export interface NewWorkflowRow {
  readonly accountId: string;
  readonly name: string;
  /** A JSON array. */
  readonly steps: string;
  /** For a workflow that is new. */
  readonly id: string;
}

/**
 * The outcome of a change: the tag that it made or deleted; or why nothing was written. The workflow is `missing`, another
 * version is the newest (`changed`), or there is one (`exists`): then `tag` is that of the newest. Or the account has too
 * `many`, or does not exist (`no-account`).
 */
export type WorkflowChange =
  | { readonly refused?: undefined; readonly tag: string }
  | { readonly refused: 'missing' | 'changed' | 'exists'; readonly tag: string | null }
  | { readonly refused: 'many' | 'no-account' };

/** Returns the entity tag of a version: `3-wfl_Hd2kQx9LmR4vTn8Wc3B0`. */
export function workflowTag({ version, id }: WorkflowHead): string {
  return `${version}-${id}`;
}

/**
 * Workflows of accounts in a database: the port that each engine implements. A change is one transaction with its entry in
 * the audit log. It gives its account a new revision, so that all gateways learn of it as they do of keys: see `KeyTable`.
 *
 * Changes throw `SessionEndedError` and `OwnerLimitError` as those of keys do.
 */
export interface WorkflowTable {
  /** Stores a version, and deletes the oldest beyond {@link mostVersions}. */
  put(row: NewWorkflowRow, expected: ExpectedWorkflow, author: Author): Promise<WorkflowChange>;
  /** Deletes a workflow with all its versions. */
  delete(accountId: string, name: string, expected: ExpectedWorkflow, author: Author): Promise<WorkflowChange>;
  /** Returns the newest version of each workflow of an account, by name. */
  list(accountId: string): Promise<readonly WorkflowVersionRow[]>;
  /** Returns the versions of a workflow that are kept, newest first. */
  versions(accountId: string, name: string): Promise<readonly WorkflowVersionRow[]>;
  read(accountId: string, name: string, version: number): Promise<WorkflowRow | undefined>;
}
