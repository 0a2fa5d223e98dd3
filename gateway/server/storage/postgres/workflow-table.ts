import type { Author } from '../author.js';
import {
  type ExpectedWorkflow,
  mostVersions,
  mostWorkflows,
  type NewWorkflowRow,
  type WorkflowChange,
  type WorkflowRow,
  type WorkflowTable,
  type WorkflowVersionRow,
} from '../workflow-table.js';
import { change } from './change.js';
import { type Queries, run } from './connection.js';
import { throwLimit } from './key-table.js';

const versionColumns = `name, id, version, length, updated_at AS "updatedAt", author_kind AS "authorKind",
  key_id AS "keyId"`;

/** Workflows in PostgreSQL. Each method is one statement, so one round trip and one transaction. */
export class PostgresWorkflowTable implements WorkflowTable {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  async put(row: NewWorkflowRow, expected: ExpectedWorkflow, author: Author): Promise<WorkflowChange> {
    const { accountId, name, steps, id } = row;
    const values = [accountId, name, steps, steps.length, id, written(expected), mostWorkflows, mostVersions];
    const made = change<WorkflowChange>(this.#queries, 'put_workflow', { author, action: 'workflow.put', values });
    return (await made.catch(throwLimit)) ?? { refused: 'no-account' };
  }

  async delete(accountId: string, name: string, expected: ExpectedWorkflow, author: Author): Promise<WorkflowChange> {
    const values = [accountId, name, written(expected)];
    const made = change<WorkflowChange>(this.#queries, 'delete_workflow', {
      author,
      action: 'workflow.delete',
      values,
    });
    return (await made.catch(throwLimit)) ?? { refused: 'missing', tag: null };
  }

  list(accountId: string): Promise<WorkflowVersionRow[]> {
    const text = `SELECT DISTINCT ON (name) ${versionColumns} FROM workflows WHERE account_id = $1 ORDER BY name, version DESC`;
    return run<WorkflowVersionRow>(this.#queries, 'workflows', text, [accountId]);
  }

  versions(accountId: string, name: string): Promise<WorkflowVersionRow[]> {
    const text = `SELECT ${versionColumns} FROM workflows WHERE account_id = $1 AND name = $2 ORDER BY version DESC`;
    return run<WorkflowVersionRow>(this.#queries, 'workflow_versions', text, [accountId, name]);
  }

  async read(accountId: string, name: string, version: number): Promise<WorkflowRow | undefined> {
    const text = `SELECT ${versionColumns}, steps FROM workflows WHERE account_id = $1 AND name = $2 AND version = $3`;
    const [row] = await run<WorkflowRow>(this.#queries, 'workflow', text, [accountId, name, version]);
    return row;
  }
}

/** Returns what the functions of the database take. */
function written(expected: ExpectedWorkflow): string {
  if (typeof expected === 'object') return expected.tag;
  return expected === 'any' ? '*' : '';
}
