-- Times are milliseconds since the epoch.

CREATE TABLE accounts (
  id text PRIMARY KEY,
  plan text NOT NULL CHECK (plan IN ('pro', 'free'))
);

CREATE TABLE keys (
  id text PRIMARY KEY,
  -- The order of creation: the revision that the key was created with.
  sequence bigint NOT NULL UNIQUE,
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('live', 'dev')),
  label text,
  -- Serialised origins.
  origins json NOT NULL CHECK (json_typeof(origins) = 'array'),
  created_at bigint NOT NULL,
  revoked_at bigint,
  last_used_at bigint,
  -- Grows with every change to any key or its secrets, except to last_used_at.
  revision bigint NOT NULL UNIQUE
);

-- A key has one secret that does not expire, and after a rotation with a grace period older ones that do.
CREATE TABLE secrets (
  -- SHA-256 of the whole secret with its prefix.
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  key_id text NOT NULL REFERENCES keys (id),
  last4 text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint
);

CREATE INDEX secrets_by_key ON secrets (key_id);

-- The newest revision, in one row. A change locks it until it is committed, so revisions become visible in their order.
CREATE TABLE key_revision (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  newest bigint NOT NULL
);

INSERT INTO key_revision (newest) VALUES (0);

-- What a gateway is, and how far it has read the changes of keys. Null for a member that only holds quota.
ALTER TABLE members
  ADD COLUMN name text,
  ADD COLUMN started_at bigint,
  ADD COLUMN address text,
  ADD COLUMN version text,
  ADD COLUMN release text,
  ADD COLUMN keys_seen bigint,
  ADD COLUMN keys_heard_at bigint,
  -- How long after keys_heard_at the member serves what it knows, in milliseconds.
  ADD COLUMN keys_trust_ms bigint;

-- Returns the revision of a change, and wakes all gateways when it is committed. Call it after the key is locked.
CREATE FUNCTION next_key_revision() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  revision bigint;
BEGIN
  UPDATE key_revision SET newest = newest + 1 RETURNING newest INTO revision;
  PERFORM pg_notify('textmill_keys_changed', '');
  RETURN revision;
END $$;

-- Creates a key, and its account if that is new. Returns the account's plan; unless it is plan_wanted, nothing was written.
CREATE FUNCTION create_key(
  key_id text, account text, is_new_account boolean, plan_wanted text, key_environment text, key_label text,
  key_origins json, created bigint, secret_hash bytea, secret_last4 text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found text;
  revision bigint;
BEGIN
  IF is_new_account THEN INSERT INTO accounts (id, plan) VALUES (account, plan_wanted); END IF;
  SELECT plan INTO found FROM accounts WHERE id = account;
  IF found IS DISTINCT FROM plan_wanted THEN RETURN found; END IF;
  revision := next_key_revision();
  INSERT INTO keys (id, sequence, account_id, environment, label, origins, created_at, revision)
    VALUES (key_id, revision, account, key_environment, key_label, key_origins, created, revision);
  INSERT INTO secrets (hash, key_id, last4, created_at) VALUES (secret_hash, create_key.key_id, secret_last4, created);
  RETURN found;
END $$;

-- Locks a key and gives it a new revision. Returns false, and does nothing, if there is no such key or it is revoked.
CREATE FUNCTION begin_key_change(changed text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM keys WHERE id = changed AND revoked_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE keys SET revision = next_key_revision() WHERE id = changed;
  RETURN true;
END $$;

CREATE FUNCTION revoke_key(revoked text, at_time bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF begin_key_change(revoked) THEN UPDATE keys SET revoked_at = at_time WHERE id = revoked; END IF;
END $$;

CREATE FUNCTION set_key_origins(changed text, new_origins json) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT begin_key_change(changed) THEN RETURN false; END IF;
  UPDATE keys SET origins = new_origins WHERE id = changed;
  RETURN true;
END $$;

CREATE FUNCTION set_key_label(changed text, new_label text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT begin_key_change(changed) THEN RETURN false; END IF;
  UPDATE keys SET label = new_label WHERE id = changed;
  RETURN true;
END $$;

-- Adds a secret to a key. Older ones expire at expires, unless they do before; expired ones are deleted.
CREATE FUNCTION rotate_key(changed text, expires bigint, at_time bigint, secret_hash bytea, secret_last4 text)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT begin_key_change(changed) THEN RETURN false; END IF;
  UPDATE secrets SET expires_at = least(expires_at, expires) WHERE key_id = changed;
  DELETE FROM secrets WHERE key_id = changed AND expires_at <= at_time;
  INSERT INTO secrets (hash, key_id, last4, created_at) VALUES (secret_hash, changed, secret_last4, at_time);
  RETURN true;
END $$;

-- Notes that a gateway serves the keys as of a revision, and returns the newest one.
CREATE FUNCTION note_keys_seen(member text, seen bigint, trust_ms bigint, facts jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  seen_before bigint := (SELECT keys_seen FROM members WHERE id = member);
  at_time bigint := store_now();
BEGIN
  INSERT INTO members (
    id, seen_at, turn, name, started_at, address, version, release, keys_seen, keys_heard_at, keys_trust_ms
  ) VALUES (
    member, at_time, 0, facts ->> 'name', (facts ->> 'startedAt')::bigint, facts ->> 'address', facts ->> 'version',
    facts ->> 'release', seen, at_time, trust_ms
  ) ON CONFLICT (id) DO UPDATE SET
    name = excluded.name, started_at = excluded.started_at, address = excluded.address, version = excluded.version,
    release = excluded.release, keys_seen = greatest(members.keys_seen, excluded.keys_seen), keys_heard_at = excluded.keys_heard_at,
    keys_trust_ms = excluded.keys_trust_ms;
  IF seen IS DISTINCT FROM seen_before THEN PERFORM pg_notify('textmill_keys_seen', ''); END IF;
  RETURN (SELECT newest FROM key_revision);
END $$;
