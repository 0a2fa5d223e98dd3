-- Times are milliseconds since the epoch; minutes are whole minutes since the epoch.

CREATE TABLE accounts (
  id TEXT NOT NULL PRIMARY KEY,
  plan TEXT NOT NULL CHECK (plan IN ('pro', 'free'))
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
  -- The order of creation. Never used again, so that a page of a listing always goes on where the last one ended.
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'dev')),
  label TEXT,
  -- A JSON array of serialised origins.
  origins TEXT NOT NULL CHECK (json_type(origins) = 'array'),
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  last_used_at INTEGER,
  -- Grows with every change to any key or its secrets, last_used_at apart: who has seen all up to some revision reads
  -- only what is above it.
  revision INTEGER NOT NULL UNIQUE
) STRICT;

-- A key has one secret that does not expire, and after a rotation with grace older ones that do.
CREATE TABLE secrets (
  -- SHA-256 of the whole secret, its prefix included.
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  key_id TEXT NOT NULL REFERENCES keys (id),
  last4 TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX secrets_by_key ON secrets (key_id);

CREATE TABLE burst_buckets (
  kind TEXT NOT NULL CHECK (kind IN ('ip', 'key')),
  id TEXT NOT NULL,
  -- In units of 1/60,000 token.
  level INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX burst_buckets_by_age ON burst_buckets (updated_at);

-- The minute comes first: all that is written lies together, so does all that expires, and reading is in order.
CREATE TABLE quota_minutes (
  minute INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (minute, account_id)
) STRICT, WITHOUT ROWID;
