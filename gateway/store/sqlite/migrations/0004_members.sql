-- Several gateways on one file. Times are milliseconds since the epoch.

-- A gateway, as the others know it. A row stays for a while after its gateway has stopped or lapsed, so that a message
-- of it that comes late is recognised.
CREATE TABLE members (
  id TEXT NOT NULL PRIMARY KEY,
  -- Its number and start time: a member whose process has ended is dead.
  process TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  -- The number of the last turn that was carried out.
  turn INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;

-- What members may spend without asking.
CREATE TABLE quota_blocks (
  account_id TEXT NOT NULL,
  member_id TEXT NOT NULL REFERENCES members (id),
  requests INTEGER NOT NULL CHECK (requests > 0),
  PRIMARY KEY (account_id, member_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX quota_blocks_by_member ON quota_blocks (member_id);

-- The account comes first: a turn adds up the minutes of the accounts in it.
CREATE TABLE quota_counts (
  account_id TEXT NOT NULL,
  minute INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (account_id, minute)
) STRICT, WITHOUT ROWID;

CREATE INDEX quota_counts_by_age ON quota_counts (minute);

INSERT INTO quota_counts (account_id, minute, count) SELECT account_id, minute, count FROM quota_minutes WHERE count > 0;

-- What a process had reserved that did not stop cleanly counts as spent at the next start, which moves minutes of the
-- future to the present.
INSERT INTO quota_counts (account_id, minute, count) SELECT account_id, 1 << 40, requests FROM quota_reserves;

DROP TABLE quota_minutes;
DROP TABLE quota_reserves;

-- Who wrote the level last. Another gateway takes off it what it has used, and does not replace it.
ALTER TABLE burst_buckets ADD COLUMN writer TEXT NOT NULL DEFAULT '';

-- Each gateway counts by itself; what people see is the sum.
CREATE TABLE usage_counts (
  hour INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  -- Of the response; 0 if the client left before it.
  status INTEGER NOT NULL,
  -- The reason of a 429; empty for all others.
  refusal TEXT NOT NULL,
  -- The process; empty for those that have ended.
  writer TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (hour, account_id, operation, status, refusal, writer)
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_counts_by_account ON usage_counts (account_id, hour);

INSERT INTO usage_counts SELECT hour, account_id, operation, status, refusal, '', count FROM usage_hours;
DROP TABLE usage_hours;
