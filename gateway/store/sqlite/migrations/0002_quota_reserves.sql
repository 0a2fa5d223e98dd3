-- Requests that an account may have spent beyond those in quota_minutes: a process that is killed leaves its row here,
-- and the next one counts it as spent.
CREATE TABLE quota_reserves (
  account_id TEXT NOT NULL PRIMARY KEY,
  requests INTEGER NOT NULL CHECK (requests > 0)
) STRICT, WITHOUT ROWID;
