-- Times are milliseconds since the epoch.

-- Gateways of the release before go on meanwhile. A creation takes the revision before the keys, other changes take it after
-- them: whichever comes now waits, and holds nothing that is needed here.
LOCK TABLE key_revision, keys IN ACCESS EXCLUSIVE MODE;

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
-- undoes the whole statement. What is older than a day is deleted, and what a clock wrote that was ahead.
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
  DELETE FROM owner_secrets WHERE account_id = account AND issued_at NOT BETWEEN at_time - day + 1 AND at_time + 60000;
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
  PERFORM 1 FROM sessions WHERE id = held AND last_used_at > idle_since AND created_at > begun_since FOR NO KEY UPDATE;
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

-- Times in the future: this server's clock was set back, or another one took its place whose clock is behind.

CREATE INDEX secrets_by_creation ON secrets (created_at);
CREATE INDEX sign_in_links_by_creation ON sign_in_links (created_at);

-- Moves times in the future to the present, of up to a number of rows of a kind. What ends some time after it began keeps
-- that length, and no more: otherwise it would last for as long as the clock was ahead. A minute is left to gateways whose
-- time differs a little. Returns whether there may be more.
CREATE FUNCTION clamp_future_times(most bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  at_time bigint := store_now();
  latest bigint := at_time + 60000;
  ids text[];
  changed record;
  done bigint;
  has_more boolean;
BEGIN
  -- One does it for all.
  IF NOT pg_try_advisory_xact_lock(7838, 2) THEN RETURN false; END IF;
  UPDATE members SET
    seen_at = least(seen_at, at_time),
    keys_heard_at = CASE WHEN keys_heard_at > at_time THEN at_time ELSE keys_heard_at END,
    ended_at = CASE WHEN ended_at > at_time THEN at_time ELSE ended_at END
  WHERE id IN (SELECT id FROM members WHERE greatest(seen_at, keys_heard_at, ended_at) > latest FOR UPDATE SKIP LOCKED);
  -- By the index: a session is never used before it began.
  UPDATE sessions SET created_at = least(created_at, at_time), last_used_at = at_time
  WHERE id IN (SELECT id FROM sessions WHERE last_used_at > latest LIMIT most FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS done = ROW_COUNT;
  has_more := done = most;
  UPDATE sign_in_links SET created_at = at_time, expires_at = at_time + expires_at - created_at
  WHERE id IN (SELECT id FROM sign_in_links WHERE created_at > latest LIMIT most FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS done = ROW_COUNT;
  has_more := has_more OR done = most;
  UPDATE burst_buckets SET updated_at = at_time WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM burst_buckets WHERE updated_at > latest LIMIT most FOR UPDATE SKIP LOCKED
  ));
  GET DIAGNOSTICS done = ROW_COUNT;
  has_more := has_more OR done = most;
  ids := ARRAY(SELECT DISTINCT account_id FROM (
    SELECT account_id FROM quota_minutes WHERE minute > latest / 60000 LIMIT most
  ) AS future);
  IF cardinality(ids) > 0 THEN
    has_more := true;
    PERFORM lock_quota_accounts(ids);
    WITH moved AS (
      DELETE FROM quota_minutes WHERE account_id = ANY (ids) AND minute > latest / 60000 RETURNING account_id, count
    )
    INSERT INTO quota_minutes SELECT account_id, at_time / 60000, sum(count)::bigint FROM moved GROUP BY account_id
      ON CONFLICT (account_id, minute) DO UPDATE SET count = quota_minutes.count + excluded.count;
  END IF;
  ids := ARRAY(SELECT DISTINCT key_id FROM (SELECT key_id FROM secrets WHERE created_at > latest LIMIT most) AS future);
  IF cardinality(ids) > 0 THEN
    has_more := true;
    -- All keys before the first new revision, as for any change.
    PERFORM 1 FROM keys WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
    FOR changed IN
      SELECT key_id, max(created_at) AS rotated_at FROM secrets WHERE key_id = ANY (ids) GROUP BY key_id
    LOOP
      PERFORM begin_key_change(changed.key_id);
      -- Their order stays: it decides which secrets a rotation ends.
      UPDATE secrets SET
        created_at = least(created_at, at_time - place),
        expires_at = CASE WHEN expires_at > at_time
          THEN least(expires_at, at_time + greatest(0, expires_at - changed.rotated_at)) ELSE expires_at END
      FROM (
        SELECT hash AS placed, row_number() OVER (ORDER BY created_at DESC) - 1 AS place
        FROM secrets WHERE key_id = changed.key_id
      ) AS places
      WHERE hash = placed;
    END LOOP;
  END IF;
  UPDATE key_revision SET promoted_at = at_time WHERE promoted_at > latest;
  RETURN has_more;
END $$;

-- The history of keys: which random token each revision got. A number does not identify a history: a standby that is
-- promoted without the newest changes, and a restored backup, give their numbers to others.
ALTER TABLE key_revision
  ADD COLUMN token uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Which timeline of the write-ahead log the database was on, as was last noticed. A promotion begins another one.
  ADD COLUMN timeline text,
  -- When the last promotion was noticed.
  ADD COLUMN promoted_at bigint NOT NULL DEFAULT 0;

-- The newest 10,000.
CREATE TABLE key_history (
  revision bigint PRIMARY KEY,
  token uuid NOT NULL
);

INSERT INTO key_history (revision, token) SELECT newest, token FROM key_revision;

-- Whether a revision with its token belongs to the history of this database. A standby may lag, so it must not answer.
CREATE FUNCTION is_key_position(of_revision bigint, with_token uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF pg_is_in_recovery() THEN RAISE read_only_sql_transaction USING MESSAGE = 'the server is a standby'; END IF;
  RETURN EXISTS (
    SELECT FROM key_revision WHERE newest = of_revision AND token = with_token
  ) OR EXISTS (
    -- After a restore in part there may be later revisions, which are to be given out again.
    SELECT FROM key_history
    WHERE revision = of_revision AND token = with_token AND of_revision < (SELECT newest FROM key_revision)
  );
END $$;

-- Notices that this server was promoted. It may lack the notes of gateways that still serve what they had read.
CREATE FUNCTION notice_promotion() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  current text;
BEGIN
  BEGIN
    current := substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8);
  EXCEPTION WHEN OTHERS THEN
    -- Some hosted servers do not tell.
    RETURN;
  END;
  UPDATE key_revision SET timeline = current, promoted_at = store_now() WHERE timeline IS DISTINCT FROM current;
END $$;

SELECT notice_promotion();
UPDATE key_revision SET promoted_at = 0;

-- As before, with a token.
CREATE OR REPLACE FUNCTION next_key_revision() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  given bigint;
  given_token uuid;
BEGIN
  PERFORM notice_promotion();
  UPDATE key_revision SET newest = newest + 1, token = gen_random_uuid() RETURNING newest, token INTO given, given_token;
  INSERT INTO key_history (revision, token) VALUES (given, given_token)
    ON CONFLICT (revision) DO UPDATE SET token = excluded.token;
  DELETE FROM key_history WHERE revision <= given - 10000;
  PERFORM pg_notify('textmill_keys_changed', '');
  RETURN given;
END $$;

-- As before, but the secrets are deleted, and a repetition gets a revision too, so that every gateway reads the key again.
CREATE OR REPLACE FUNCTION revoke_key(revoked text, at_time bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM keys WHERE id = revoked FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE keys SET revision = next_key_revision(), revoked_at = coalesce(revoked_at, at_time) WHERE id = revoked;
  DELETE FROM secrets WHERE key_id = revoked;
END $$;

-- Notes that a gateway serves the keys as of a revision, if that belongs to the history; otherwise that it has seen no
-- change, so that nobody takes it for up to date until it has read all keys again. Gateways of the release before use the
-- function without a token.
CREATE FUNCTION note_keys_seen(
  member text, seen bigint, seen_token uuid, trust_ms bigint, facts jsonb, OUT is_known boolean, OUT newest_revision bigint
) LANGUAGE plpgsql AS $$
BEGIN
  is_known := is_key_position(seen, seen_token);
  newest_revision := note_keys_seen(member, CASE WHEN is_known THEN seen ELSE 0 END, trust_ms, facts);
  IF NOT is_known THEN UPDATE members SET keys_seen = 0 WHERE id = member; END IF;
  -- Last: the upkeep locks members before the revision, too.
  PERFORM notice_promotion();
END $$;
