-- Signed-in browsers, and the links that sign them in. Times are milliseconds since the epoch.

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
  account_id TEXT REFERENCES accounts (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  CHECK ((role = 'owner') = (account_id IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_links_by_account ON sign_in_links (account_id, created_at);
