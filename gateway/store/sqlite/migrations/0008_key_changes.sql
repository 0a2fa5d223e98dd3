-- Times are milliseconds since the epoch.

-- What an owner can make of keys is bounded: at most three secrets of a key are valid, and a revoked key has none.

DELETE FROM secrets WHERE hash IN (
  SELECT hash FROM (
    SELECT hash, row_number() OVER (PARTITION BY key_id ORDER BY expires_at IS NOT NULL, created_at DESC) AS place
    FROM secrets
  ) WHERE place > 3
);

-- Of the newest secret. A revoked key keeps it.
ALTER TABLE keys ADD COLUMN last4 TEXT NOT NULL DEFAULT '';

UPDATE keys SET last4 = coalesce(
  (SELECT last4 FROM secrets INDEXED BY secrets_by_key WHERE key_id = keys.id AND expires_at IS NULL), ''
);

DELETE FROM secrets WHERE key_id IN (SELECT id FROM keys WHERE revoked_at IS NOT NULL);

CREATE INDEX secrets_by_expiry ON secrets (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX active_keys_by_account ON keys (account_id) WHERE revoked_at IS NULL;

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

INSERT INTO key_history (revision, token) SELECT coalesce(max(revision), 0), lower(hex(randomblob(16))) FROM keys;

-- Whichever statement makes a revision. The newest 10,000 are kept.
CREATE TRIGGER key_created AFTER INSERT ON keys BEGIN
  INSERT OR REPLACE INTO key_history (revision, token) VALUES (NEW.revision, lower(hex(randomblob(16))));
  DELETE FROM key_history WHERE revision <= NEW.revision - 10000;
END;

CREATE TRIGGER key_changed AFTER UPDATE OF revision ON keys BEGIN
  INSERT OR REPLACE INTO key_history (revision, token) VALUES (NEW.revision, lower(hex(randomblob(16))));
  DELETE FROM key_history WHERE revision <= NEW.revision - 10000;
END;
