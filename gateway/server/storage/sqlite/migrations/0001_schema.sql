-- Times are milliseconds since the epoch. Minutes, hours and days are whole ones since the epoch, in UTC.

-- Keys.

CREATE TABLE accounts (
  -- The order of creation. Never used again, as that of keys.
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL CHECK (plan IN ('pro', 'free')),
  name TEXT,
  -- The operator's own id of the customer.
  external_id TEXT UNIQUE,
  -- Requests in 24 hours, and per minute of each key: 0 for no limit, null for the setting.
  daily_quota INTEGER CHECK (daily_quota >= 0),
  burst_per_minute INTEGER CHECK (burst_per_minute >= 0),
  enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
  created_at INTEGER NOT NULL,
  -- As that of keys: no key has the same.
  revision INTEGER NOT NULL UNIQUE
) STRICT;

CREATE TABLE keys (
  -- The order of creation. Never used again, so that a page of a listing always starts where the one before it ended.
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'dev')),
  label TEXT,
  -- A JSON array of serialised origins.
  origins TEXT NOT NULL CHECK (json_type(origins) = 'array'),
  -- JSON objects of what narrows the use of the key; null for nothing.
  operator_bounds TEXT CHECK (json_type(operator_bounds) = 'object'),
  owner_bounds TEXT CHECK (json_type(owner_bounds) = 'object'),
  -- An expiry that is known to have passed: a clock that is set back does not make the key valid again.
  passed_expiry INTEGER,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  last_used_at INTEGER,
  -- Grows with every change to any account, key or its secrets, except to last_used_at: a process that has seen all changes up to
  -- a revision reads only those above it.
  revision INTEGER NOT NULL UNIQUE,
  -- Of the newest secret. A revoked key keeps it.
  last4 TEXT NOT NULL
) STRICT;

-- Of all keys: SQLite looks for those of an account that is created, because a trigger follows. Revoked ones come last.
CREATE INDEX keys_by_account ON keys (account_id, revoked_at);

-- A key has one secret that does not expire, and after a rotation with a grace period older ones that do: at most three.
-- A revoked key has none.
CREATE TABLE secrets (
  -- SHA-256 of the whole secret with its prefix.
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  key_id TEXT NOT NULL REFERENCES keys (id),
  last4 TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX secrets_by_key ON secrets (key_id);
CREATE INDEX secrets_by_expiry ON secrets (expires_at) WHERE expires_at IS NOT NULL;

-- Secrets that owners have issued in the last 24 hours, with new keys and rotations.
CREATE TABLE owner_secrets (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  issued_at INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (account_id, issued_at)
) STRICT, WITHOUT ROWID;

-- The history of keys: which random token each revision got. A number does not identify a history: a database that loses
-- changes, or is replaced by a backup, gives their numbers to others.
CREATE TABLE key_history (
  revision INTEGER PRIMARY KEY,
  token TEXT NOT NULL
) STRICT;

INSERT INTO key_history (revision, token) VALUES (0, lower(hex(randomblob(16))));

-- Triggers, so that every statement that makes a revision is in the history. The newest 10,000 are kept.
CREATE TRIGGER account_created AFTER INSERT ON accounts BEGIN
  INSERT OR REPLACE INTO key_history (revision, token) VALUES (NEW.revision, lower(hex(randomblob(16))));
  DELETE FROM key_history WHERE revision <= NEW.revision - 10000;
END;

CREATE TRIGGER account_changed AFTER UPDATE OF revision ON accounts BEGIN
  INSERT OR REPLACE INTO key_history (revision, token) VALUES (NEW.revision, lower(hex(randomblob(16))));
  DELETE FROM key_history WHERE revision <= NEW.revision - 10000;
END;

CREATE TRIGGER key_created AFTER INSERT ON keys BEGIN
  INSERT OR REPLACE INTO key_history (revision, token) VALUES (NEW.revision, lower(hex(randomblob(16))));
  DELETE FROM key_history WHERE revision <= NEW.revision - 10000;
END;

CREATE TRIGGER key_changed AFTER UPDATE OF revision ON keys BEGIN
  INSERT OR REPLACE INTO key_history (revision, token) VALUES (NEW.revision, lower(hex(randomblob(16))));
  DELETE FROM key_history WHERE revision <= NEW.revision - 10000;
END;

-- Workflows that accounts have stored, the newest versions of each. A change of one gives its account a new revision.
CREATE TABLE workflows (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  -- The same for all versions. One that is deleted and stored again gets another.
  id TEXT NOT NULL,
  -- Characters of the steps.
  length INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Who stored this version, and the key, or null.
  author_kind TEXT NOT NULL,
  key_id TEXT,
  -- A JSON array. The last column: a list is read without it.
  steps TEXT NOT NULL
) STRICT;

-- With all that gateways keep in memory, so that nobody reads steps to find names.
CREATE UNIQUE INDEX workflows_by_name ON workflows (account_id, name, version, id);

-- Signed-in browsers, and the links that sign them in.

CREATE TABLE sessions (
  id TEXT NOT NULL PRIMARY KEY,
  -- SHA-256 of the secret in the cookie.
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  role TEXT NOT NULL CHECK (role IN ('operator', 'owner')),
  -- Of an owner; null for the operator.
  account_id TEXT REFERENCES accounts (id),
  -- A short name of the browser.
  browser TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  CHECK ((role = 'owner') = (account_id IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_account ON sessions (account_id, last_used_at);
CREATE INDEX sessions_by_use ON sessions (last_used_at);

CREATE TABLE sign_in_links (
  id TEXT NOT NULL PRIMARY KEY,
  -- SHA-256 of the secret in the link.
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  role TEXT NOT NULL CHECK (role IN ('operator', 'owner')),
  -- Of an owner; null for the operator.
  account_id TEXT REFERENCES accounts (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  CHECK ((role = 'owner') = (account_id IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_links_by_account ON sign_in_links (account_id, created_at);

-- The audit log: who changed what, written in the transaction of the change.

CREATE TABLE audit_entries (
  -- The order in which changes were committed. Never used again, so that a page always starts where the one before it ended.
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE DEFAULT ('aud_' || lower(hex(randomblob(16)))),
  at INTEGER NOT NULL,
  actor_kind TEXT NOT NULL,
  -- Of an operator or owner.
  session_id TEXT,
  -- Of the command line.
  actor_user TEXT,
  -- Of the holder of a key.
  actor_key TEXT,
  address TEXT,
  request_id TEXT,
  action TEXT NOT NULL,
  target_kind TEXT NOT NULL,
  target_id TEXT,
  -- The account that the target belongs to, and with it an owner.
  account_id TEXT,
  -- JSON objects.
  old_value TEXT,
  new_value TEXT
) STRICT;

CREATE INDEX audit_entries_by_account ON audit_entries (account_id, sequence);
CREATE INDEX audit_entries_by_action ON audit_entries (action, sequence);
CREATE INDEX audit_entries_by_time ON audit_entries (at);
CREATE INDEX audit_entries_of_owners ON audit_entries (account_id, actor_kind, sequence)
  WHERE actor_kind IN ('owner', 'key');

CREATE TRIGGER audit_entry_changed BEFORE UPDATE ON audit_entries BEGIN
  SELECT raise(ABORT, 'audit entries never change');
END;

-- The shortest time that AUDIT_DAYS may keep them.
CREATE TRIGGER audit_entry_deleted BEFORE DELETE ON audit_entries WHEN OLD.at > (unixepoch() - 86400) * 1000 BEGIN
  SELECT raise(ABORT, 'audit entries of the last day are kept');
END;

-- Gateways, and the quotas that they share.

-- A gateway, as the others know it. A row stays for a while after its gateway has ended, so that a message of it that
-- comes late is recognised.
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

-- Requests that count, by the minute that they count in. The account comes first: a turn adds up the minutes of its
-- accounts.
CREATE TABLE quota_counts (
  account_id TEXT NOT NULL,
  minute INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (account_id, minute)
) STRICT, WITHOUT ROWID;

CREATE INDEX quota_counts_by_age ON quota_counts (minute);

-- The sum of an account's rows in quota_counts: there may be one for each minute of a day. Triggers keep it, so that no
-- writer can forget to.
CREATE TABLE quota_totals (
  account_id TEXT NOT NULL PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER quota_counts_inserted AFTER INSERT ON quota_counts BEGIN
  INSERT INTO quota_totals (account_id, count) VALUES (new.account_id, new.count)
  ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;

CREATE TRIGGER quota_counts_updated AFTER UPDATE OF count ON quota_counts BEGIN
  INSERT INTO quota_totals (account_id, count) VALUES (new.account_id, new.count - old.count)
  ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;

-- No row is the same as a count of 0.
CREATE TRIGGER quota_counts_deleted AFTER DELETE ON quota_counts BEGIN
  INSERT INTO quota_totals (account_id, count) VALUES (old.account_id, -old.count)
  ON CONFLICT DO UPDATE SET count = count + excluded.count;
  DELETE FROM quota_totals WHERE account_id = old.account_id AND count = 0;
END;

-- Bursts.

-- Token buckets that are not full, or were not a short while ago.
CREATE TABLE burst_buckets (
  kind TEXT NOT NULL CHECK (kind IN ('ip', 'key')),
  id TEXT NOT NULL,
  -- In units of 1/60,000 token.
  level INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Who wrote the level last. Another gateway subtracts what it has used, and does not replace the level.
  writer TEXT NOT NULL,
  -- Tokens in a full bucket then, and its refill in a minute.
  capacity INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX burst_buckets_by_age ON burst_buckets (updated_at);

-- The usage history, for people: nothing is decided by it. Each gateway counts by itself; what people see is the sum.

-- Requests by hour, with the key that each of them had.
CREATE TABLE usage_hours (
  hour INTEGER NOT NULL,
  day INTEGER NOT NULL GENERATED ALWAYS AS (hour / 24) VIRTUAL,
  account_id TEXT NOT NULL,
  -- Empty for the keys beyond a bound.
  key_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  -- Of the response; 0 if the client left before it.
  status INTEGER NOT NULL,
  -- The reason of a 429; empty for all others.
  refusal TEXT NOT NULL,
  -- The gateway that counted; may be empty if it has ended.
  writer TEXT NOT NULL,
  count INTEGER NOT NULL,
  -- Those of them that count against the daily quota.
  charged INTEGER NOT NULL DEFAULT 0,
  -- In UTF-16 code units.
  characters_in INTEGER NOT NULL DEFAULT 0,
  characters_out INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (hour, account_id, key_id, operation, status, refusal, writer)
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_hours_by_account ON usage_hours (account_id, hour);
CREATE INDEX usage_hours_by_day ON usage_hours (day, account_id);

-- Hours that are over, added up by day.
CREATE TABLE usage_days (
  day INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  status INTEGER NOT NULL,
  refusal TEXT NOT NULL,
  count INTEGER NOT NULL,
  -- Those of them that count against the daily quota.
  charged INTEGER NOT NULL DEFAULT 0,
  -- In UTF-16 code units.
  characters_in INTEGER NOT NULL DEFAULT 0,
  characters_out INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, account_id, key_id, operation, status, refusal)
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_days_by_account ON usage_days (account_id, day);

-- What a gateway has announced to the operator, so that no other one does it again before the time is over.
CREATE TABLE announcements (
  name TEXT NOT NULL PRIMARY KEY,
  ends_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
