-- Times are milliseconds since the epoch.

-- What an owner can make of keys is bounded: at most three secrets of a key are valid, and a revoked key has none.

DELETE FROM secrets USING (
  SELECT hash, row_number() OVER (PARTITION BY key_id ORDER BY expires_at IS NOT NULL, created_at DESC) AS place
  FROM secrets
) AS placed WHERE secrets.hash = placed.hash AND place > 3;

-- Of the newest secret. A revoked key keeps it.
ALTER TABLE keys ADD COLUMN last4 text NOT NULL DEFAULT '';

UPDATE keys SET last4 = secrets.last4 FROM secrets WHERE key_id = keys.id AND expires_at IS NULL;

DELETE FROM secrets USING keys WHERE keys.id = key_id AND revoked_at IS NOT NULL;

CREATE INDEX secrets_by_expiry ON secrets (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX active_keys_by_account ON keys (account_id) WHERE revoked_at IS NULL;

-- Secrets that owners have issued in the last 24 hours, with new keys and rotations.
CREATE TABLE owner_secrets (
  account_id text NOT NULL,
  issued_at bigint NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (account_id, issued_at)
);

CREATE OR REPLACE FUNCTION create_key(
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
  INSERT INTO keys (id, sequence, account_id, environment, label, origins, last4, created_at, revision)
    VALUES (key_id, revision, account, key_environment, key_label, key_origins, secret_last4, created, revision);
  INSERT INTO secrets (hash, key_id, last4, created_at) VALUES (secret_hash, create_key.key_id, secret_last4, created);
  RETURN found;
END $$;

CREATE OR REPLACE FUNCTION revoke_key(revoked text, at_time bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT begin_key_change(revoked) THEN RETURN; END IF;
  UPDATE keys SET revoked_at = at_time WHERE id = revoked;
  DELETE FROM secrets WHERE key_id = revoked;
END $$;

-- Adds a secret to a key, later than all others of it: their order decides which are kept, also if the clock is set back.
-- Older ones expire at expires, unless they do before. Those that have expired, and all but the newest three, are deleted.
CREATE OR REPLACE FUNCTION rotate_key(changed text, expires bigint, at_time bigint, secret_hash bytea, secret_last4 text)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT begin_key_change(changed) THEN RETURN false; END IF;
  UPDATE keys SET last4 = secret_last4 WHERE id = changed;
  UPDATE secrets SET expires_at = least(expires_at, expires) WHERE key_id = changed;
  INSERT INTO secrets (hash, key_id, last4, created_at) VALUES (
    secret_hash, changed, secret_last4,
    greatest(at_time, (SELECT max(created_at) + 1 FROM secrets WHERE key_id = changed))
  );
  DELETE FROM secrets WHERE key_id = changed AND (expires_at <= at_time OR hash NOT IN (
    SELECT hash FROM secrets WHERE key_id = changed ORDER BY created_at DESC LIMIT 3
  ));
  RETURN true;
END $$;

-- Counts the secret that an owner has just issued with create_key or rotate_key: others wait for the revision that it took,
-- so gateways that issue secrets at the same moment count each other's. Beyond a limit it fails with a code of its own, and
-- undoes the whole statement. What is older than a day is deleted, and what a clock wrote that was more than a day ahead.
-- Without most_active, active keys are not counted.
CREATE FUNCTION count_owner_secret(issued_for text, at_time bigint, most_active integer, most_in_day integer)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  account text := (SELECT account_id FROM keys WHERE id = issued_for);
  day bigint := 24 * 60 * 60 * 1000;
BEGIN
  IF most_active IS NOT NULL THEN
    PERFORM FROM keys WHERE account_id = account AND revoked_at IS NULL OFFSET most_active LIMIT 1;
    IF FOUND THEN RAISE EXCEPTION 'too many active keys' USING ERRCODE = 'TM001'; END IF;
  END IF;
  DELETE FROM owner_secrets WHERE account_id = account AND issued_at NOT BETWEEN at_time - day + 1 AND at_time + day;
  INSERT INTO owner_secrets VALUES (account, at_time, 1)
    ON CONFLICT (account_id, issued_at) DO UPDATE SET count = owner_secrets.count + 1;
  IF (SELECT sum(count) FROM owner_secrets WHERE account_id = account) > most_in_day THEN
    RAISE EXCEPTION 'too many secrets in a day' USING ERRCODE = 'TM002';
  END IF;
  RETURN true;
END $$;

-- Creates a key as create_key does, and counts its secret for the owner. Without limits, an operator creates it.
CREATE FUNCTION create_limited_key(
  key_id text, account text, is_new_account boolean, plan_wanted text, key_environment text, key_label text,
  key_origins json, created bigint, secret_hash bytea, secret_last4 text, most_active integer, most_in_day integer
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found text := create_key(
    key_id, account, is_new_account, plan_wanted, key_environment, key_label, key_origins, created, secret_hash, secret_last4
  );
BEGIN
  IF found = plan_wanted AND most_in_day IS NOT NULL THEN
    PERFORM count_owner_secret(key_id, created, most_active, most_in_day);
  END IF;
  RETURN found;
END $$;

-- Rotates a key as rotate_key does, and counts its new secret for the owner. Without a limit, an operator rotates it.
CREATE FUNCTION rotate_limited_key(
  changed text, expires bigint, at_time bigint, secret_hash bytea, secret_last4 text, most_in_day integer
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT rotate_key(changed, expires, at_time, secret_hash, secret_last4) THEN RETURN false; END IF;
  IF most_in_day IS NOT NULL THEN PERFORM count_owner_secret(changed, at_time, NULL, most_in_day); END IF;
  RETURN true;
END $$;

-- Changes in a session: the statement that makes a change first calls hold_session. See change.ts.

-- Returns whether a session has not ended. If so, it cannot be ended before the transaction is: an end that comes first is
-- waited for, and one that comes later waits.
CREATE FUNCTION hold_session(held text, idle_since bigint, begun_since bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM sessions WHERE id = held AND last_used_at > idle_since AND created_at > begun_since FOR KEY SHARE;
  RETURN FOUND;
END $$;

-- Ends a session. Returns it; null if there is none.
CREATE FUNCTION end_session(ended text) RETURNS jsonb LANGUAGE sql AS $$
  DELETE FROM sessions WHERE id = ended RETURNING jsonb_build_object(
    'id', id, 'role', role, 'accountId', account_id, 'browser', browser, 'createdAt', created_at,
    'lastUsedAt', last_used_at
  )
$$;

-- Deletes a link of an account that is not used. Returns whether there was one.
CREATE FUNCTION delete_sign_in_link(deleted text, account text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sign_in_links WHERE id = deleted AND account_id = account AND used_at IS NULL;
  RETURN FOUND;
END $$;

-- Begins a session after ending the one that the browser had before, which then does not count against the bounds.
CREATE FUNCTION replace_session(
  replaced_hash bytea, new_id text, new_hash bytea, new_role text, account text, new_browser text, at_time bigint,
  idle_since bigint, begun_since bigint, most_of_holder bigint, most_in_all bigint
) RETURNS SETOF sessions LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE hash = replaced_hash;
  RETURN QUERY SELECT * FROM begin_session(
    new_id, new_hash, new_role, account, new_browser, at_time, idle_since, begun_since, most_of_holder, most_in_all
  );
END $$;

-- Uses up a link and begins a session of its holder in place of the one before. Does nothing without a valid link.
CREATE FUNCTION exchange_sign_in_link(
  link_hash bytea, replaced_hash bytea, new_id text, new_hash bytea, new_browser text, at_time bigint, idle_since bigint,
  begun_since bigint, most_of_holder bigint, most_in_all bigint
) RETURNS SETOF sessions LANGUAGE plpgsql AS $$
DECLARE
  link sign_in_links;
BEGIN
  UPDATE sign_in_links SET used_at = at_time WHERE hash = link_hash AND used_at IS NULL AND expires_at > at_time
    RETURNING * INTO link;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT * FROM replace_session(
    replaced_hash, new_id, new_hash, link.role, link.account_id, new_browser, at_time, idle_since, begun_since,
    most_of_holder, most_in_all
  );
END $$;
