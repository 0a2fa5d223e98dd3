import type { Database } from 'better-sqlite3';
import type { AuditFacts, AuditLog, AuditPage, AuditQuery } from '../audit-log.js';
import type { Author } from '../author.js';
import { OpenedFiles } from '../opened-files.js';
import { appendEntry } from './audit-entries.js';
import { UsageReader } from './usage-reader.js';

/** The audit log in SQLite. It is read, and old entries are deleted, by a thread of its own. */
export class SqliteAuditLog implements AuditLog {
  readonly #database: Database;
  readonly #files: OpenedFiles;
  readonly #reader: UsageReader;

  /**
   * @param database - from openDatabase; the caller closes it.
   * @param files - its files: entries are confirmed only while they are where they were opened.
   */
  constructor(database: Database, files = new OpenedFiles([])) {
    this.#database = database;
    this.#files = files;
    this.#reader = new UsageReader(database.name, files);
  }

  async append(author: Author, facts: AuditFacts): Promise<void> {
    const append = this.#database.transaction(() => appendEntry(this.#database, author, facts));
    this.#files.during(() => append.immediate());
  }

  async read(query: AuditQuery): Promise<AuditPage | undefined> {
    const { page } = await this.#reader.read({ kind: 'audit', query });
    return page;
  }

  async expire(before: number): Promise<boolean> {
    const { hasMore } = await this.#reader.read({ kind: 'audit-expiry', before });
    return hasMore;
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}
