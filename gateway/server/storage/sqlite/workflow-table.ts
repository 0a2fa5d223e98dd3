import type { Database } from 'better-sqlite3';
import type { Author } from '../author.js';
import type { WorkflowHead } from '../key-table.js';
import {
  type ExpectedWorkflow,
  mostVersions,
  mostWorkflows,
  type NewWorkflowRow,
  type WorkflowChange,
  type WorkflowRow,
  type WorkflowTable,
  type WorkflowVersionRow,
  workflowTag,
} from '../workflow-table.js';
import { appendEntry } from './audit-entries.js';
import type { SqliteKeyTable } from './key-table.js';

const versionColumns = `name, id, version, length, updated_at AS updatedAt, author_kind AS authorKind,
  key_id AS keyId`;

/** Workflows in SQLite. Its methods have done their work when they return; their promises only suit the port. */
export class SqliteWorkflowTable implements WorkflowTable {
  readonly #database: Database;
  readonly #accounts: Pick<SqliteKeyTable, 'changeOf'>;
  readonly #read;

  /** @param accounts - in the same database. */
  constructor(database: Database, accounts: Pick<SqliteKeyTable, 'changeOf'>) {
    this.#database = database;
    this.#accounts = accounts;
    this.#read = database.prepare<[string, string, number], WorkflowRow>(
      `SELECT ${versionColumns}, steps FROM workflows WHERE account_id = ? AND name = ? AND version = ?`,
    );
  }

  async put(row: NewWorkflowRow, expected: ExpectedWorkflow, author: Author): Promise<WorkflowChange> {
    const { accountId, name, steps, id } = row;
    const database = this.#database;
    return this.#change(accountId, name, expected, author, (was) => {
      if (database.prepare('SELECT 1 FROM accounts WHERE id = ?').get(accountId) === undefined)
        return { refused: 'no-account' };
      if (was === undefined && this.#count(accountId) >= mostWorkflows) return { refused: 'many' };
      const head = { name, id: was?.id ?? id, version: (was?.version ?? 0) + 1 };
      const { kind, keyId = null, at } = author;
      database
        .prepare('INSERT INTO workflows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
        .run(accountId, name, head.version, head.id, steps.length, at, kind, keyId, steps);
      database
        .prepare('DELETE FROM workflows WHERE account_id = ? AND name = ? AND version <= ?')
        .run(accountId, name, head.version - mostVersions);
      appendEntry(database, author, {
        action: 'workflow.put',
        target: { kind: 'workflow', id: name, accountId },
        ...(was !== undefined && { before: { version: was.version } }),
        after: { version: head.version },
      });
      return { tag: workflowTag(head) };
    });
  }

  async delete(accountId: string, name: string, expected: ExpectedWorkflow, author: Author): Promise<WorkflowChange> {
    const database = this.#database;
    return this.#change(accountId, name, expected, author, (was) => {
      if (was === undefined) return { refused: 'missing', tag: null };
      database.prepare('DELETE FROM workflows WHERE account_id = ? AND name = ?').run(accountId, name);
      appendEntry(database, author, {
        action: 'workflow.delete',
        target: { kind: 'workflow', id: name, accountId },
        before: { version: was.version },
      });
      return { tag: workflowTag(was) };
    });
  }

  async list(accountId: string): Promise<readonly WorkflowVersionRow[]> {
    return this.#database
      .prepare<[string], WorkflowVersionRow>(
        `SELECT ${versionColumns} FROM workflows JOIN (
           SELECT account_id AS account, name AS named, max(version) AS newest
           FROM workflows INDEXED BY workflows_by_name WHERE account_id = ? GROUP BY name
         ) ON account_id = account AND name = named AND version = newest ORDER BY name`,
      )
      .all(accountId);
  }

  async versions(accountId: string, name: string): Promise<readonly WorkflowVersionRow[]> {
    return this.#database
      .prepare<[string, string], WorkflowVersionRow>(
        `SELECT ${versionColumns} FROM workflows WHERE account_id = ? AND name = ? ORDER BY version DESC`,
      )
      .all(accountId, name);
  }

  async read(accountId: string, name: string, version: number): Promise<WorkflowRow | undefined> {
    return this.#read.get(accountId, name, version);
  }

  /** @param change - gets the newest version. */
  #change(
    accountId: string,
    name: string,
    expected: ExpectedWorkflow,
    author: Author,
    change: (was: WorkflowHead | undefined) => WorkflowChange,
  ): WorkflowChange {
    const find = this.#database.prepare<[string, string], WorkflowHead>(
      'SELECT name, id, version FROM workflows WHERE account_id = ? AND name = ? ORDER BY version DESC LIMIT 1',
    );
    const { outcome } = this.#accounts.changeOf(accountId, author, () => {
      const was = find.get(accountId, name);
      const refused = refusal(was, expected);
      const outcome =
        refused === undefined
          ? change(was)
          : ({ refused, tag: was === undefined ? null : workflowTag(was) } satisfies WorkflowChange);
      return { outcome, isChanged: outcome.refused === undefined };
    });
    return outcome;
  }

  #count(accountId: string): number {
    const count = this.#database.prepare<[string], number>(
      'SELECT count(DISTINCT name) FROM workflows INDEXED BY workflows_by_name WHERE account_id = ?',
    );
    return count.pluck().get(accountId) ?? 0;
  }
}

function refusal(
  was: WorkflowHead | undefined,
  expected: ExpectedWorkflow,
): 'missing' | 'changed' | 'exists' | undefined {
  if (expected === 'none') return was === undefined ? undefined : 'exists';
  if (was === undefined) return 'missing';
  return expected === 'any' || expected.tag === workflowTag(was) ? undefined : 'changed';
}
