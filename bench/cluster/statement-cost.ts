/** The statements of a gateway that depend on its load, and those of its heartbeats, by their names. */
export const statementNames = [
  'quota_turn',
  'exchange_buckets',
  'write_usage',
  'note_uses',
  'note_keys_seen',
  'end_lapsed_members',
  'expire_quota',
] as const;

export type StatementName = (typeof statementNames)[number];

/** Processor time, in microseconds: of PostgreSQL, and of the gateway's event loop. */
interface Cost {
  readonly postgresUs: number;
  readonly loopUs: number;
}

/** What a statement costs, and in addition each row (account, bucket or key) that it is about. */
export interface StatementCost {
  readonly statement: Cost;
  readonly row: Cost;
}

export type StatementCosts = ReadonlyMap<StatementName, StatementCost>;

/** How often a statement was run, and on how many rows. */
export interface StatementCount {
  statements: number;
  rows: number;
}

/** Returns the cost of a statement and of a row. @param few - with one row. @param many - with `rows` rows. */
export function costOf(few: Cost, many: Cost, rows: number): StatementCost {
  const row = (key: keyof Cost): number => Math.max(0, (many[key] - few[key]) / (rows - 1));
  const perRow = { postgresUs: row('postgresUs'), loopUs: row('loopUs') };
  const rest = (key: keyof Cost): number => Math.max(0, few[key] - perRow[key]);
  return { statement: { postgresUs: rest('postgresUs'), loopUs: rest('loopUs') }, row: perRow };
}

/** Returns the processor time of statements, in microseconds. */
export function totalCost(counts: ReadonlyMap<StatementName, StatementCount>, costs: StatementCosts): Cost {
  const total = { postgresUs: 0, loopUs: 0 };
  for (const [name, { statements, rows }] of counts) {
    const cost = costs.get(name);
    if (cost === undefined) continue;
    for (const key of ['postgresUs', 'loopUs'] as const) {
      total[key] += statements * cost.statement[key] + rows * cost.row[key];
    }
  }
  return total;
}
