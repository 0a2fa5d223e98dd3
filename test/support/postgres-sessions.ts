import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { version as release } from '#gateway/core/version.js';

/** One statement that a gateway sent. */
export interface SentStatement {
  readonly name: string;
  readonly values: readonly unknown[];
  /** The first row of the reply; undefined if there was none. */
  readonly row: unknown;
}

/** What a gateway of one release sends to PostgreSQL, from its start to its end, with one request of each kind. */
export interface Session {
  /** The newest version of the schema that it knew. */
  readonly schema: number;
  /** The statements, by name. */
  readonly texts: Readonly<Record<string, string>>;
  readonly sent: readonly SentStatement[];
}

const folder = new URL('../fixtures/postgres/', import.meta.url);

/** Returns the kept sessions by release, oldest schema first. */
export function keptSessions(): [release: string, session: Session][] {
  return readdirSync(folder)
    .map((file): [string, Session] => {
      const session = JSON.parse(readFileSync(new URL(file, folder), 'utf8'), (_, value) =>
        typeof value === 'object' && value !== null && 'hex' in value ? Buffer.from(String(value.hex), 'hex') : value,
      ) as Session;
      return [file.replace(/\.json$/, ''), session];
    })
    .toSorted(([, a], [, b]) => a.schema - b.schema);
}

/** Keeps the session of this release and schema. Those of earlier ones never change. */
export function keepSession({ schema, texts, sent }: Session): void {
  mkdirSync(folder, { recursive: true });
  const lines = sent.map((statement) => `    ${JSON.stringify(statement)}`).join(',\n');
  const head = JSON.stringify({ schema, texts }, null, 2).replace(/\n\}$/, '');
  writeFileSync(new URL(`${release}-schema-${schema}.json`, folder), `${head},\n  "sent": [\n${lines}\n  ]\n}\n`);
}

/** Records all statements that are sent through pools of this process, until the returned function is called. */
export function recordSession(schema: number): () => Session {
  const texts: Record<string, string> = {};
  const sent: { name: string; values: readonly unknown[]; row: unknown }[] = [];
  const { query } = pg.Pool.prototype;
  const recording = async function (this: pg.Pool, statement: pg.QueryConfig) {
    const { name = '', text, values = [] } = statement;
    texts[name] = text;
    const kept = { name, values: values.map(plain), row: undefined as unknown };
    sent.push(kept);
    const reply = await (query as (statement: pg.QueryConfig) => Promise<pg.QueryResult>).call(this, statement);
    [kept.row] = reply.rows;
    return reply;
  };
  Object.assign(pg.Pool.prototype, { query: recording });
  return () => {
    Object.assign(pg.Pool.prototype, { query });
    const byName = Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return { schema, texts: Object.fromEntries(byName), sent };
  };
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value;
}

/**
 * Returns how a value lacks what another one has, by its path; undefined if it has all. Numbers and texts may differ, a
 * null may be anything, and a list has what its first element has.
 */
export function missingIn(value: unknown, expected: unknown, path = 'row'): string | undefined {
  if (expected === null || value === null || expected === undefined) return undefined;
  if (value === undefined) return `${path} is missing`;
  if (typeof value !== typeof expected) return `${path} is ${typeof value} and was ${typeof expected}`;
  if (typeof expected !== 'object') return undefined;
  if (Array.isArray(expected)) {
    if (!Array.isArray(value)) return `${path} is no list`;
    return value.length === 0 ? undefined : missingIn(value[0], expected[0], `${path}[0]`);
  }
  for (const [name, member] of Object.entries(expected)) {
    const problem = missingIn((value as Record<string, unknown>)[name], member, `${path}.${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
