-- Requests by hour, with the key that each of them had. Hours are whole hours since the epoch.
CREATE TABLE usage_hours (
  hour INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  -- Empty if it is not known: counts of an earlier release, and those of the keys beyond a bound.
  key_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  -- Of the response; 0 if the client left before it.
  status INTEGER NOT NULL,
  -- The reason of a 429; empty for all others.
  refusal TEXT NOT NULL,
  -- The process; empty for those that have ended.
  writer TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (hour, account_id, key_id, operation, status, refusal, writer)
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_hours_by_account ON usage_hours (account_id, hour);

INSERT INTO usage_hours SELECT hour, account_id, '', operation, status, refusal, writer, count FROM usage_counts;
DROP TABLE usage_counts;

-- Hours that are over, added up by day in UTC. Days are whole days since the epoch.
CREATE TABLE usage_days (
  day INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  status INTEGER NOT NULL,
  refusal TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, account_id, key_id, operation, status, refusal)
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_days_by_account ON usage_days (account_id, day);
