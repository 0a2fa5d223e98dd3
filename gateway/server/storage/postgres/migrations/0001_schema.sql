-- Times are milliseconds since the epoch by this server's clock. Minutes, hours and days are whole ones since the epoch, in
-- UTC.

CREATE FUNCTION store_now() RETURNS bigint LANGUAGE sql VOLATILE AS
  $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

-- The audit log: who changed what, written in the transaction of the change.

CREATE TABLE audit_entries (
  -- The order in which changes were committed.
  sequence bigint PRIMARY KEY,
  id text NOT NULL UNIQUE DEFAULT 'aud_' || replace(gen_random_uuid()::text, '-', ''),
  at bigint NOT NULL,
  actor_kind text NOT NULL,
  -- Of an operator or owner.
  session_id text,
  -- Of the command line.
  actor_user text,
  -- Of the holder of a key.
  actor_key text,
  address text,
  request_id text,
  action text NOT NULL,
  target_kind text NOT NULL,
  target_id text,
  -- The account that the target belongs to, and with it an owner.
  account_id text,
  -- Objects. As text, a move to SQLite and back changes nothing in them.
  old_value json,
  new_value json
);

CREATE INDEX audit_entries_by_account ON audit_entries (account_id, sequence);
CREATE INDEX audit_entries_by_action ON audit_entries (action, sequence);
CREATE INDEX audit_entries_by_time ON audit_entries (at);
CREATE INDEX audit_entries_of_owners ON audit_entries (account_id, actor_kind, sequence)
  WHERE actor_kind IN ('owner', 'key');

-- The newest sequence, in one row. A change locks it last, until it is committed, so entries become visible in their order.
CREATE TABLE audit_position (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  newest bigint NOT NULL
);

INSERT INTO audit_position (newest) VALUES (0);

-- A day is the shortest time that AUDIT_DAYS may keep entries. A move to another store empties the table.
CREATE FUNCTION keep_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at <= store_now() - 86400000 THEN RETURN OLD; END IF;
  IF TG_OP = 'TRUNCATE' AND current_setting('textmill.moves', true) = 'true' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'audit entries are never changed, and kept for a day at least';
END $$;

CREATE TRIGGER keep_entries BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION keep_audit_entries();
CREATE TRIGGER keep_all_entries BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_entries();

-- Appends an entry. Call it last in a transaction: see audit_position.
-- audit: {"action", "kind", "sessionId", "user", "keyId", "address", "requestId", "mostOfKind"}; with the last one, it fails
-- with a code of its own if the owner of the account, or its keys, have made as many changes in 24 hours.
CREATE FUNCTION append_audit_entry(
  audit jsonb, of_kind text, of_id text, account text, was jsonb, is_now jsonb
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  given bigint;
  at_time bigint;
BEGIN
  UPDATE audit_position SET newest = newest + 1 RETURNING newest INTO given;
  at_time := store_now();
  IF audit ->> 'mostOfKind' IS NOT NULL AND at_time - 86400000 < (
    SELECT at FROM audit_entries
    WHERE account_id = account AND actor_kind = audit ->> 'kind' AND actor_kind IN ('owner', 'key')
    ORDER BY sequence DESC OFFSET (audit ->> 'mostOfKind')::integer - 1 LIMIT 1
  ) THEN
    RAISE EXCEPTION 'too many changes in a day' USING ERRCODE = 'TM003';
  END IF;
  INSERT INTO audit_entries (
    sequence, at, actor_kind, session_id, actor_user, actor_key, address, request_id, action, target_kind, target_id,
    account_id, old_value, new_value
  ) VALUES (
    given, at_time, audit ->> 'kind', audit ->> 'sessionId', audit ->> 'user', audit ->> 'keyId', audit ->> 'address',
    audit ->> 'requestId', audit ->> 'action', of_kind, of_id, account, was::json, is_now::json
  );
END $$;

-- Appends an entry of a change of the members that a patch has, if that makes a difference. was, is_now: all members.
CREATE FUNCTION append_audited_patch(
  audit jsonb, of_kind text, of_id text, account text, patch jsonb, was jsonb, is_now jsonb
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  was_members jsonb;
  members jsonb;
BEGIN
  SELECT jsonb_object_agg(name, was -> name), jsonb_object_agg(name, is_now -> name) INTO was_members, members
    FROM jsonb_object_keys(patch) AS name;
  IF was_members <> members THEN
    PERFORM append_audit_entry(audit, of_kind, of_id, account, was_members, members);
  END IF;
END $$;

-- Returns what an entry has of a list: at most 20 values of it.
CREATE FUNCTION audited_list(name text, list jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object(name, CASE
    WHEN jsonb_array_length(list) > 20 THEN jsonb_path_query_array(list, '$[0 to 19]')
      || to_jsonb((jsonb_array_length(list) - 20) || ' more')
    ELSE list
  END)
$$;

-- Keys.

CREATE TABLE accounts (
  id text PRIMARY KEY,
  -- The order of creation: the revision that the account was created with.
  sequence bigint NOT NULL,
  plan text NOT NULL CHECK (plan IN ('pro', 'free')),
  name text,
  -- The operator's own id of the customer.
  external_id text UNIQUE,
  -- Requests in 24 hours, and per minute of each key: 0 for no limit, null for the setting.
  daily_quota bigint CHECK (daily_quota >= 0),
  burst_per_minute bigint CHECK (burst_per_minute >= 0),
  enabled boolean NOT NULL DEFAULT true,
  created_at bigint NOT NULL,
  -- As that of keys: no key has the same. No unique index: a change would then exclude the creation of a key.
  revision bigint NOT NULL
);

CREATE INDEX accounts_by_revision ON accounts (revision);

CREATE TABLE keys (
  id text PRIMARY KEY,
  -- The order of creation: the revision that the key was created with.
  sequence bigint NOT NULL UNIQUE,
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('live', 'dev')),
  label text,
  -- Serialised origins.
  origins json NOT NULL CHECK (json_typeof(origins) = 'array'),
  -- What narrows the use of the key; null for nothing.
  operator_bounds jsonb CHECK (jsonb_typeof(operator_bounds) = 'object'),
  owner_bounds jsonb CHECK (jsonb_typeof(owner_bounds) = 'object'),
  -- An expiry that is known to have passed: a clock that is set back does not make the key valid again.
  passed_expiry bigint,
  created_at bigint NOT NULL,
  revoked_at bigint,
  last_used_at bigint,
  -- Grows with every change to any account, key or its secrets, except to last_used_at.
  revision bigint NOT NULL UNIQUE,
  -- Of the newest secret. A revoked key keeps it.
  last4 text NOT NULL
);

CREATE INDEX active_keys_by_account ON keys (account_id) WHERE revoked_at IS NULL;

-- A key has one secret that does not expire, and after a rotation with a grace period older ones that do: at most three.
-- A revoked key has none.
CREATE TABLE secrets (
  -- SHA-256 of the whole secret with its prefix.
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  key_id text NOT NULL REFERENCES keys (id),
  last4 text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint
);

CREATE INDEX secrets_by_key ON secrets (key_id);
CREATE INDEX secrets_by_creation ON secrets (created_at);
CREATE INDEX secrets_by_expiry ON secrets (expires_at) WHERE expires_at IS NOT NULL;

-- Secrets that owners have issued in the last 24 hours, with new keys and rotations.
CREATE TABLE owner_secrets (
  account_id text NOT NULL REFERENCES accounts (id),
  issued_at bigint NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (account_id, issued_at)
);

-- The newest revision, in one row. A change locks it until it is committed, so revisions become visible in their order.
CREATE TABLE key_revision (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  newest bigint NOT NULL,
  -- See key_history.
  token uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The timeline of the write-ahead log that the database was on when it was last checked. A promotion begins another.
  timeline text,
  -- When the last promotion was noticed.
  promoted_at bigint NOT NULL DEFAULT 0
);

-- The history of keys: which random token each revision got. A number does not identify a history: a standby that is
-- promoted without the newest changes, and a restored backup, give their numbers to others. The newest 10,000 are kept.
CREATE TABLE key_history (
  revision bigint PRIMARY KEY,
  token uuid NOT NULL
);

-- Notes that this server was promoted. It may lack the notes of gateways that still serve what they had read.
CREATE FUNCTION notice_promotion() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  current text;
BEGIN
  BEGIN
    current := substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8);
  EXCEPTION WHEN OTHERS THEN
    -- Some hosted servers do not report it.
    RETURN;
  END;
  UPDATE key_revision SET timeline = current, promoted_at = store_now() WHERE timeline IS DISTINCT FROM current;
END $$;

INSERT INTO key_revision (newest) VALUES (0);
INSERT INTO key_history (revision, token) SELECT newest, token FROM key_revision;
-- The first timeline is no promotion.
SELECT notice_promotion();
UPDATE key_revision SET promoted_at = 0;

-- Returns the revision of a change, and wakes all gateways when it is committed. Call it after the key is locked.
CREATE FUNCTION next_key_revision() RETURNS bigint LANGUAGE plpgsql AS $$
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

-- Returns whether a revision with its token belongs to the history of this database. A standby may lag, so it must not
-- answer.
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

-- Locks a key and gives it a new revision. Returns false, and does nothing, if there is no such key or it is revoked.
CREATE FUNCTION begin_key_change(changed text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM keys WHERE id = changed AND revoked_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE keys SET revision = next_key_revision() WHERE id = changed;
  RETURN true;
END $$;

-- Adds an account. Returns the one that has its external id, and writes nothing then. The revision comes first, as for keys:
-- who creates a key has it when its account is locked.
CREATE FUNCTION add_account(
  account text, plan_wanted text, new_name text, new_external_id text, quota bigint, burst bigint, created bigint
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  taken text := (SELECT id FROM accounts WHERE external_id = new_external_id);
  given bigint;
BEGIN
  IF taken IS NOT NULL THEN RETURN taken; END IF;
  given := next_key_revision();
  -- Others that create accounts wait for the revision, so this sees theirs.
  SELECT id INTO taken FROM accounts WHERE external_id = new_external_id;
  IF FOUND THEN RETURN taken; END IF;
  INSERT INTO accounts (
    id, sequence, plan, name, external_id, daily_quota, burst_per_minute, created_at, revision
  ) VALUES (account, given, plan_wanted, new_name, new_external_id, quota, burst, created, given);
  RETURN NULL;
END $$;

-- Creates an account as add_account does. audit: see append_audit_entry; so in all functions below.
CREATE FUNCTION create_account(
  account text, plan_wanted text, new_name text, new_external_id text, quota bigint, burst bigint, created bigint, audit jsonb
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  taken text := add_account(account, plan_wanted, new_name, new_external_id, quota, burst, created);
BEGIN
  IF taken IS NOT NULL THEN RETURN taken; END IF;
  PERFORM append_audit_entry(audit, 'account', account, account, NULL, jsonb_build_object(
    'plan', plan_wanted, 'name', new_name, 'externalId', new_external_id, 'dailyQuota', quota, 'burstPerMinute', burst
  ));
  RETURN NULL;
END $$;

-- Returns what an entry has of an account.
CREATE FUNCTION audited_account(account text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'name', name, 'dailyQuota', daily_quota, 'burstPerMinute', burst_per_minute, 'enabled', enabled
  ) FROM accounts WHERE id = account
$$;

-- Changes the members of an account that the patch has. Returns whether there is such an account.
CREATE FUNCTION change_account(changed text, patch jsonb, audit jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  given bigint;
  was jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM accounts WHERE id = changed) THEN RETURN false; END IF;
  given := next_key_revision();
  was := audited_account(changed);
  UPDATE accounts SET
    name = CASE WHEN patch ? 'name' THEN patch ->> 'name' ELSE name END,
    daily_quota = CASE WHEN patch ? 'dailyQuota' THEN (patch ->> 'dailyQuota')::bigint ELSE daily_quota END,
    burst_per_minute = CASE WHEN patch ? 'burstPerMinute' THEN (patch ->> 'burstPerMinute')::bigint ELSE burst_per_minute END,
    enabled = CASE WHEN patch ? 'enabled' THEN (patch ->> 'enabled')::boolean ELSE enabled END,
    revision = given
  WHERE id = changed;
  PERFORM append_audited_patch(audit, 'account', changed, changed, patch, was, audited_account(changed));
  RETURN true;
END $$;

CREATE FUNCTION account_of_key(key_id text) RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT account_id FROM keys WHERE id = key_id $$;

-- Creates a key, and its account if that is new. Returns the account's plan; unless it is plan_wanted, nothing was written.
CREATE FUNCTION create_key(
  key_id text, account text, is_new_account boolean, plan_wanted text, key_environment text, key_label text,
  key_origins json, bounds_of_operator jsonb, bounds_of_owner jsonb, created bigint, secret_hash bytea, secret_last4 text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found text;
  revision bigint;
BEGIN
  IF is_new_account THEN PERFORM add_account(account, plan_wanted, NULL, NULL, NULL, NULL, created); END IF;
  SELECT plan INTO found FROM accounts WHERE id = account;
  IF found IS DISTINCT FROM plan_wanted THEN RETURN found; END IF;
  revision := next_key_revision();
  INSERT INTO keys (
    id, sequence, account_id, environment, label, origins, operator_bounds, owner_bounds, last4, created_at, revision
  ) VALUES (
    key_id, revision, account, key_environment, key_label, key_origins, bounds_of_operator, bounds_of_owner, secret_last4,
    created, revision
  );
  INSERT INTO secrets (hash, key_id, last4, created_at) VALUES (secret_hash, create_key.key_id, secret_last4, created);
  RETURN found;
END $$;

-- Adds a secret to a key, later than all others of it: their order decides which are kept, also if the clock is set back.
-- Older ones expire at expires, unless they do before. Those that have expired, and all but the newest three, are deleted.
CREATE FUNCTION rotate_key(changed text, expires bigint, at_time bigint, secret_hash bytea, secret_last4 text)
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

-- Revokes a key and deletes its secrets. A repetition gets a revision too, so that every gateway reads the key again.
CREATE FUNCTION revoke_key(revoked text, at_time bigint, audit jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  was keys;
BEGIN
  SELECT * INTO was FROM keys WHERE id = revoked FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE keys SET revision = next_key_revision(), revoked_at = coalesce(revoked_at, at_time) WHERE id = revoked;
  DELETE FROM secrets WHERE key_id = revoked;
  IF was.revoked_at IS NOT NULL THEN RETURN; END IF;
  PERFORM append_audit_entry(audit, 'key', revoked, was.account_id, '{"revoked": false}', '{"revoked": true}');
END $$;

CREATE FUNCTION set_key_origins(changed text, new_origins json, audit jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  was keys;
BEGIN
  IF NOT begin_key_change(changed) THEN RETURN false; END IF;
  SELECT * INTO was FROM keys WHERE id = changed;
  UPDATE keys SET origins = new_origins WHERE id = changed;
  IF was.origins::jsonb <> new_origins::jsonb THEN
    PERFORM append_audit_entry(
      audit, 'key', changed, was.account_id,
      audited_list('origins', was.origins::jsonb), audited_list('origins', new_origins::jsonb)
    );
  END IF;
  RETURN true;
END $$;

CREATE FUNCTION set_key_label(changed text, new_label text, audit jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  was keys;
BEGIN
  IF NOT begin_key_change(changed) THEN RETURN false; END IF;
  SELECT * INTO was FROM keys WHERE id = changed;
  UPDATE keys SET label = new_label WHERE id = changed;
  IF was.label IS DISTINCT FROM new_label THEN
    PERFORM append_audit_entry(
      audit, 'key', changed, was.account_id,
      jsonb_build_object('label', was.label), jsonb_build_object('label', new_label)
    );
  END IF;
  RETURN true;
END $$;

-- Changes the members of a key's bounds that the patch has; null removes one. A new expiry of the operator decides alone.
CREATE FUNCTION set_key_bounds(changed text, of_owner boolean, patch jsonb, audit jsonb)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  was keys;
  is_now keys;
BEGIN
  IF NOT begin_key_change(changed) THEN RETURN false; END IF;
  SELECT * INTO was FROM keys WHERE id = changed;
  UPDATE keys SET
    operator_bounds = CASE WHEN of_owner THEN operator_bounds
      ELSE nullif(jsonb_strip_nulls(coalesce(operator_bounds, '{}') || patch), '{}') END,
    owner_bounds = CASE WHEN of_owner
      THEN nullif(jsonb_strip_nulls(coalesce(owner_bounds, '{}') || patch), '{}') ELSE owner_bounds END,
    passed_expiry = CASE WHEN NOT of_owner AND patch ? 'expiresAt' THEN NULL ELSE passed_expiry END
  WHERE id = changed RETURNING * INTO is_now;
  PERFORM append_audited_patch(
    audit, 'key', changed, was.account_id, patch,
    CASE WHEN of_owner THEN was.owner_bounds ELSE was.operator_bounds END,
    CASE WHEN of_owner THEN is_now.owner_bounds ELSE is_now.operator_bounds END
  );
  RETURN true;
END $$;

-- Notes that an expiry of a key has passed, unless a later one is known to have.
CREATE FUNCTION note_passed_expiry(changed text, expiry bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM keys
    WHERE id = changed AND revoked_at IS NULL AND coalesce(passed_expiry < expiry, true) FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE keys SET passed_expiry = expiry, revision = next_key_revision() WHERE id = changed;
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
  key_origins json, bounds_of_operator jsonb, bounds_of_owner jsonb, created bigint, secret_hash bytea, secret_last4 text,
  most_active integer, most_in_day integer, audit jsonb
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found text := create_key(
    key_id, account, is_new_account, plan_wanted, key_environment, key_label, key_origins, bounds_of_operator,
    bounds_of_owner, created, secret_hash, secret_last4
  );
BEGIN
  IF found IS DISTINCT FROM plan_wanted THEN RETURN found; END IF;
  IF most_in_day IS NOT NULL THEN PERFORM count_owner_secret(key_id, created, most_active, most_in_day); END IF;
  PERFORM append_audit_entry(audit, 'key', key_id, account, NULL, jsonb_build_object(
    'plan', plan_wanted, 'environment', key_environment, 'label', key_label, 'newAccount', is_new_account,
    'limits', coalesce(bounds_of_operator, bounds_of_owner)
  ) || audited_list('origins', key_origins::jsonb));
  RETURN found;
END $$;

-- Rotates a key as rotate_key does, and counts its new secret for the owner. Without a limit, an operator rotates it.
CREATE FUNCTION rotate_limited_key(
  changed text, expires bigint, at_time bigint, secret_hash bytea, secret_last4 text, most_in_day integer, audit jsonb
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT rotate_key(changed, expires, at_time, secret_hash, secret_last4) THEN RETURN false; END IF;
  IF most_in_day IS NOT NULL THEN PERFORM count_owner_secret(changed, at_time, NULL, most_in_day); END IF;
  PERFORM append_audit_entry(
    audit, 'key', changed, account_of_key(changed), NULL, jsonb_build_object('graceSeconds', (expires - at_time) / 1000)
  );
  RETURN true;
END $$;

-- Workflows that accounts have stored, the newest versions of each. A change of one gives its account a new revision.
CREATE TABLE workflows (
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name text NOT NULL,
  version integer NOT NULL,
  -- The same for all versions. One that is deleted and stored again gets another.
  id text NOT NULL,
  -- Characters of the steps.
  length integer NOT NULL,
  updated_at bigint NOT NULL,
  -- Who stored this version, and the key, or null.
  author_kind text NOT NULL,
  key_id text,
  -- An array. As text, so that it stays as it is byte for byte.
  steps text NOT NULL,
  PRIMARY KEY (account_id, name, version)
);

-- Returns the id and the newest version of a workflow as its entity tag has them: `3-Hd2kQx9LmR4v`; null if there is none.
CREATE FUNCTION workflow_tag(account text, named text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT version || '-' || id FROM workflows WHERE account_id = account AND name = named ORDER BY version DESC LIMIT 1
$$;

-- Returns what keeps a workflow from being changed, null if nothing does: {"refused": "missing" | "changed" | "exists", "tag"}.
-- expected: the tag that it must have; '*' for any, '' for none.
CREATE FUNCTION workflow_refusal(tag text, expected text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('refused', CASE
    WHEN tag IS NULL THEN 'missing' WHEN expected = '' THEN 'exists' ELSE 'changed'
  END, 'tag', tag)
  WHERE CASE expected WHEN '' THEN tag IS NOT NULL WHEN '*' THEN tag IS NULL ELSE tag IS DISTINCT FROM expected END
$$;

-- Stores a version of a workflow, and deletes the oldest beyond most_versions. Returns its tag, or why it is refused: as
-- workflow_refusal says, or {"refused": "many"}; null if there is no such account. Others wait for the revision, so this sees
-- their changes.
CREATE FUNCTION put_workflow(
  account text, named text, new_steps text, new_length integer, new_id text, expected text, most integer,
  most_versions integer, audit jsonb
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  tag text := workflow_tag(account, named);
  refusal jsonb := workflow_refusal(tag, expected);
  given bigint;
  was integer;
BEGIN
  IF refusal IS NOT NULL THEN RETURN refusal; END IF;
  IF NOT EXISTS (SELECT FROM accounts WHERE id = account) THEN RETURN NULL; END IF;
  given := next_key_revision();
  tag := workflow_tag(account, named);
  refusal := workflow_refusal(tag, expected);
  IF refusal IS NOT NULL THEN RETURN refusal; END IF;
  IF tag IS NULL AND (SELECT count(DISTINCT name) FROM workflows WHERE account_id = account) >= most THEN
    RETURN '{"refused": "many"}';
  END IF;
  was := split_part(tag, '-', 1)::integer;
  INSERT INTO workflows VALUES (
    account, named, coalesce(was, 0) + 1, coalesce(split_part(tag, '-', 2), new_id), new_length, store_now(),
    audit ->> 'kind', audit ->> 'keyId', new_steps
  );
  DELETE FROM workflows WHERE account_id = account AND name = named AND version <= coalesce(was, 0) + 1 - most_versions;
  UPDATE accounts SET revision = given WHERE id = account;
  PERFORM append_audit_entry(
    audit, 'workflow', named, account, CASE WHEN was IS NOT NULL THEN jsonb_build_object('version', was) END,
    jsonb_build_object('version', coalesce(was, 0) + 1)
  );
  RETURN jsonb_build_object('tag', workflow_tag(account, named));
END $$;

-- Deletes a workflow with all its versions. Returns its tag, or why it is refused.
CREATE FUNCTION delete_workflow(account text, named text, expected text, audit jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  tag text := workflow_tag(account, named);
  refusal jsonb := workflow_refusal(tag, expected);
  given bigint;
BEGIN
  IF refusal IS NOT NULL THEN RETURN refusal; END IF;
  given := next_key_revision();
  tag := workflow_tag(account, named);
  refusal := workflow_refusal(tag, expected);
  IF refusal IS NOT NULL THEN RETURN refusal; END IF;
  DELETE FROM workflows WHERE account_id = account AND name = named;
  UPDATE accounts SET revision = given WHERE id = account;
  PERFORM append_audit_entry(
    audit, 'workflow', named, account, jsonb_build_object('version', split_part(tag, '-', 1)::integer), NULL
  );
  RETURN jsonb_build_object('tag', tag);
END $$;

-- Signed-in browsers, and the links that sign them in.

CREATE TABLE sessions (
  id text PRIMARY KEY,
  -- SHA-256 of the secret in the cookie.
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  role text NOT NULL CHECK (role IN ('operator', 'owner')),
  -- Of an owner; null for the operator.
  account_id text REFERENCES accounts (id),
  -- A short name of the browser.
  browser text NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint NOT NULL,
  CHECK ((role = 'owner') = (account_id IS NOT NULL))
);

CREATE INDEX sessions_by_account ON sessions (account_id, last_used_at);
CREATE INDEX sessions_by_use ON sessions (last_used_at);

CREATE TABLE sign_in_links (
  id text PRIMARY KEY,
  -- SHA-256 of the secret in the link.
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  role text NOT NULL CHECK (role IN ('operator', 'owner')),
  -- Of an owner; null for the operator.
  account_id text REFERENCES accounts (id),
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  used_at bigint,
  CHECK ((role = 'owner') = (account_id IS NOT NULL))
);

CREATE INDEX sign_in_links_by_account ON sign_in_links (account_id, created_at);
CREATE INDEX sign_in_links_by_creation ON sign_in_links (created_at);

-- Returns whether a session has not ended, and is of no disabled account. If so, it cannot be ended before the transaction is: an end that comes first is
-- waited for, and one that comes later waits. The statement that makes a change in a session first calls this: see
-- change.ts.
CREATE FUNCTION hold_session(held text, idle_since bigint, begun_since bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM sessions WHERE id = held AND last_used_at > idle_since AND created_at > begun_since
    AND NOT EXISTS (SELECT FROM accounts WHERE id = account_id AND NOT enabled) FOR NO KEY UPDATE;
  RETURN FOUND;
END $$;

-- Begins a session: deletes those that have ended, and ends the ones beyond the bounds that were not used for longest.
CREATE FUNCTION begin_session(
  new_id text, new_hash bytea, new_role text, account text, new_browser text, at_time bigint, idle_since bigint,
  begun_since bigint, most_of_holder bigint, most_in_all bigint
) RETURNS SETOF sessions LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sessions VALUES (new_id, new_hash, new_role, account, new_browser, at_time, at_time);
  -- Rows that another transaction deletes meanwhile are left to it.
  DELETE FROM sessions WHERE id IN (
    SELECT id FROM sessions WHERE last_used_at <= idle_since OR created_at <= begun_since FOR UPDATE SKIP LOCKED
  );
  DELETE FROM sessions WHERE id IN (
    SELECT id FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE account_id IS NOT DISTINCT FROM account
      ORDER BY last_used_at DESC, id = new_id DESC OFFSET most_of_holder
    ) OR id IN (SELECT id FROM sessions ORDER BY last_used_at DESC, id = new_id DESC OFFSET most_in_all)
    FOR UPDATE SKIP LOCKED
  );
  RETURN QUERY SELECT * FROM sessions WHERE id = new_id;
END $$;

-- Begins a session after ending the one that the browser had before, which then does not count against the bounds.
-- link: that is used up; null without one.
CREATE FUNCTION replace_session(
  replaced_hash bytea, new_id text, new_hash bytea, new_role text, account text, new_browser text, at_time bigint,
  idle_since bigint, begun_since bigint, most_of_holder bigint, most_in_all bigint, link text, audit jsonb
) RETURNS SETOF sessions LANGUAGE plpgsql AS $$
DECLARE
  ended text;
BEGIN
  DELETE FROM sessions WHERE hash = replaced_hash RETURNING id INTO ended;
  RETURN QUERY SELECT * FROM begin_session(
    new_id, new_hash, new_role, account, new_browser, at_time, idle_since, begun_since, most_of_holder, most_in_all
  );
  PERFORM append_audit_entry(
    -- Who signs in with a link is who the link is for.
    CASE WHEN link IS NULL THEN audit ELSE audit || jsonb_build_object('kind', new_role, 'sessionId', new_id) END,
    'session', new_id, account, CASE WHEN ended IS NOT NULL THEN jsonb_build_object('endedSession', ended) END,
    jsonb_strip_nulls(jsonb_build_object('role', new_role, 'browser', new_browser, 'link', link))
  );
END $$;

-- Ends a session. Returns it; null if there is none.
CREATE FUNCTION end_session(ended text, audit jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  was sessions;
BEGIN
  DELETE FROM sessions WHERE id = ended RETURNING * INTO was;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM append_audit_entry(
    audit, 'session', ended, was.account_id, jsonb_build_object('role', was.role, 'browser', was.browser), NULL
  );
  RETURN jsonb_build_object(
    'id', was.id, 'role', was.role, 'accountId', was.account_id, 'browser', was.browser, 'createdAt', was.created_at,
    'lastUsedAt', was.last_used_at
  );
END $$;

-- Ends all sessions of an account's owner, and deletes the links that are not used. Returns the number of sessions.
CREATE FUNCTION end_sessions_of(account text, audit jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  deleted bigint;
  ended bigint;
BEGIN
  DELETE FROM sign_in_links WHERE account_id = account AND used_at IS NULL;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  DELETE FROM sessions WHERE account_id = account;
  GET DIAGNOSTICS ended = ROW_COUNT;
  IF deleted + ended > 0 THEN
    PERFORM append_audit_entry(
      audit, 'account', account, account, jsonb_build_object('sessions', ended, 'invitations', deleted),
      '{"sessions": 0, "invitations": 0}'
    );
  END IF;
  RETURN ended;
END $$;

-- Adds a link, and deletes old ones. Returns false, and does nothing, if the account does not exist.
CREATE FUNCTION add_sign_in_link(
  new_id text, new_hash bytea, new_role text, account text, created bigint, expires bigint, listed_since bigint,
  most_of_holder bigint, audit jsonb
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF account IS NOT NULL AND NOT EXISTS (SELECT FROM accounts WHERE id = account) THEN RETURN false; END IF;
  INSERT INTO sign_in_links VALUES (new_id, new_hash, new_role, account, created, expires, NULL);
  DELETE FROM sign_in_links WHERE id IN (
    SELECT id FROM sign_in_links WHERE expires_at < listed_since OR id IN (
      SELECT id FROM sign_in_links WHERE account_id IS NOT DISTINCT FROM account
      ORDER BY created_at DESC, id = new_id DESC OFFSET most_of_holder
    ) FOR UPDATE SKIP LOCKED
  );
  PERFORM append_audit_entry(
    audit, 'link', new_id, account, NULL, jsonb_build_object('role', new_role, 'minutes', (expires - created) / 60000)
  );
  RETURN true;
END $$;

-- Deletes a link of an account that is not used. Returns whether there was one.
CREATE FUNCTION delete_sign_in_link(deleted text, account text, audit jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sign_in_links WHERE id = deleted AND account_id = account AND used_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM append_audit_entry(audit, 'link', deleted, account, '{"role": "owner"}', NULL);
  RETURN true;
END $$;

-- Uses up a link and begins a session of its holder in place of the one before. Does nothing without a valid link.
CREATE FUNCTION exchange_sign_in_link(
  link_hash bytea, replaced_hash bytea, new_id text, new_hash bytea, new_browser text, at_time bigint, idle_since bigint,
  begun_since bigint, most_of_holder bigint, most_in_all bigint, audit jsonb
) RETURNS SETOF sessions LANGUAGE plpgsql AS $$
DECLARE
  link sign_in_links;
BEGIN
  UPDATE sign_in_links SET used_at = at_time WHERE hash = link_hash AND used_at IS NULL AND expires_at > at_time
    RETURNING * INTO link;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT * FROM replace_session(
    replaced_hash, new_id, new_hash, link.role, link.account_id, new_browser, at_time, idle_since, begun_since,
    most_of_holder, most_in_all, link.id, audit
  );
END $$;

-- Gateways.

-- A gateway, as the others know it, with one row for its quota and its keys. A row stays for a while after its gateway has
-- stopped or lapsed, so that a message of it that comes late is recognised. A gateway that lapses continues as another
-- member: both rows have the same process.
CREATE TABLE members (
  id text PRIMARY KEY,
  -- When it was last heard from.
  seen_at bigint NOT NULL,
  -- The number of the last turn of its quota that was carried out.
  turn bigint NOT NULL,
  ended_at bigint,
  -- What it is, and how far it has read the changes of keys. Null until its first note.
  name text,
  started_at bigint,
  address text,
  version text,
  release text,
  keys_seen bigint,
  keys_heard_at bigint,
  -- How long after keys_heard_at the member serves what it knows, in milliseconds.
  keys_trust_ms bigint,
  process text,
  pid bigint,
  -- Its number on its machine, from 1.
  gateway bigint,
  ready boolean,
  degraded boolean,
  -- The settings that should be the same at all gateways, by name.
  limits jsonb,
  -- Whether it was silent for too long; otherwise it has stopped.
  lapsed boolean NOT NULL DEFAULT false
);

CREATE INDEX members_by_end ON members (ended_at);

-- Notes that a gateway serves the keys as of a revision, if that belongs to the history; otherwise that it has seen no
-- change, so that nobody takes it for up to date until it has read all keys again. A note is a heartbeat of the whole
-- member, and takes the place of the members that its process was before.
CREATE FUNCTION note_keys_seen(
  member text, seen bigint, seen_token uuid, trust_ms bigint, facts jsonb, OUT is_known boolean, OUT newest_revision bigint
) LANGUAGE plpgsql AS $$
DECLARE
  noted bigint;
  noted_before bigint;
  at_time bigint;
BEGIN
  is_known := is_key_position(seen, seen_token);
  noted := CASE WHEN is_known THEN seen ELSE 0 END;
  noted_before := (SELECT keys_seen FROM members WHERE id = member);
  at_time := store_now();
  INSERT INTO members (
    id, seen_at, turn, name, started_at, address, version, release, keys_seen, keys_heard_at, keys_trust_ms,
    process, pid, gateway, ready, degraded, limits
  ) VALUES (
    member, at_time, 0, facts ->> 'name', (facts ->> 'startedAt')::bigint, facts ->> 'address', facts ->> 'version',
    facts ->> 'release', noted, at_time, trust_ms,
    facts ->> 'process', (facts ->> 'pid')::bigint, (facts ->> 'gateway')::bigint, (facts ->> 'ready')::boolean,
    (facts ->> 'degraded')::boolean, facts -> 'limits'
  ) ON CONFLICT (id) DO UPDATE SET
    -- The end of a member is not undone.
    seen_at = CASE WHEN members.ended_at IS NULL THEN greatest(members.seen_at, excluded.seen_at) ELSE members.seen_at END,
    name = excluded.name, started_at = excluded.started_at, address = excluded.address, version = excluded.version,
    release = excluded.release, keys_heard_at = excluded.keys_heard_at, keys_trust_ms = excluded.keys_trust_ms,
    keys_seen = CASE WHEN is_known THEN greatest(members.keys_seen, excluded.keys_seen) ELSE 0 END,
    process = excluded.process, pid = excluded.pid, gateway = excluded.gateway, ready = excluded.ready,
    degraded = excluded.degraded, limits = excluded.limits;
  -- Another note of the process may be under way.
  UPDATE members SET keys_seen = NULL, keys_heard_at = NULL WHERE id IN (
    SELECT id FROM members WHERE process = facts ->> 'process' AND id <> member AND keys_heard_at IS NOT NULL
    FOR UPDATE SKIP LOCKED
  );
  IF noted IS DISTINCT FROM noted_before THEN PERFORM pg_notify('textmill_keys_seen', ''); END IF;
  newest_revision := (SELECT newest FROM key_revision);
  -- Last: the upkeep locks members before the revision, too.
  PERFORM notice_promotion();
END $$;

-- Quotas.

-- Requests that count, by the minute that they count in.
CREATE TABLE quota_minutes (
  account_id text NOT NULL,
  minute bigint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (account_id, minute)
);

CREATE INDEX quota_minutes_by_age ON quota_minutes (minute);

-- The sum of an account's minutes. Whoever changes these or the account's blocks locks this row first.
CREATE TABLE quota_accounts (
  account_id text PRIMARY KEY,
  counted bigint NOT NULL DEFAULT 0
);

-- What members may spend without asking.
CREATE TABLE quota_blocks (
  account_id text NOT NULL,
  member_id text NOT NULL REFERENCES members (id),
  requests bigint NOT NULL CHECK (requests > 0),
  PRIMARY KEY (account_id, member_id)
);

CREATE INDEX quota_blocks_by_member ON quota_blocks (member_id);

-- Locks accounts, always in the same order: two that lock several never wait for each other in a circle.
CREATE FUNCTION lock_quota_accounts(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO quota_accounts (account_id) SELECT DISTINCT id FROM unnest(ids) AS id ORDER BY id ON CONFLICT DO NOTHING;
  PERFORM 1 FROM quota_accounts WHERE account_id = ANY (ids) ORDER BY account_id FOR UPDATE;
END $$;

-- Counts what a turn reports of accounts, in minutes after one. The accounts are locked.
CREATE FUNCTION count_spent(accounts jsonb, after_minute bigint) RETURNS void LANGUAGE sql AS $$
  WITH spent AS (
    SELECT each ->> 'id' AS account, (pair ->> 0)::bigint AS minute, (pair ->> 1)::bigint AS requests
    FROM jsonb_array_elements(accounts) AS each, jsonb_array_elements(each -> 'spent') AS pair
    WHERE (pair ->> 0)::bigint > after_minute
  ), minutes AS (
    INSERT INTO quota_minutes SELECT account, minute, requests FROM spent
      ON CONFLICT (account_id, minute) DO UPDATE SET count = quota_minutes.count + excluded.count
  )
  UPDATE quota_accounts SET counted = counted + sums.requests
  FROM (SELECT account, sum(requests) AS requests FROM spent GROUP BY account) AS sums
  WHERE account_id = sums.account
$$;

-- Counts blocks of lapsed members as spent now, `most` of them. Until then they are held, so nobody else is granted them.
-- Returns whether there may be more.
CREATE FUNCTION count_lapsed_blocks(most bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  accounts text[] := ARRAY(
    -- By the index of members: those that have lapsed are few.
    SELECT account_id FROM members, LATERAL (
      SELECT account_id FROM quota_blocks WHERE member_id = members.id LIMIT most
    ) AS blocks WHERE lapsed LIMIT most
  );
BEGIN
  PERFORM lock_quota_accounts(accounts);
  WITH gone AS (
    DELETE FROM quota_blocks WHERE account_id = ANY (accounts) AND member_id IN (SELECT id FROM members WHERE lapsed)
    RETURNING account_id, requests
  ), sums AS (
    SELECT account_id AS account, sum(requests)::bigint AS requests FROM gone GROUP BY account_id
  ), minutes AS (
    INSERT INTO quota_minutes SELECT account, store_now() / 60000, requests FROM sums
      ON CONFLICT (account_id, minute) DO UPDATE SET count = quota_minutes.count + excluded.count
  )
  UPDATE quota_accounts SET counted = counted + sums.requests FROM sums WHERE account_id = sums.account;
  RETURN cardinality(accounts) = most;
END $$;

-- Carries out a turn of a member, once, and returns the reply. Minutes that have left the window are left out, whether they
-- are dropped or not. A member that stops has returned its blocks before, except for those of this turn.
-- accounts: [{"id", "limit", "spent": [[minute, requests], …], "fromBlock", "want"}, …], each account once
CREATE FUNCTION quota_turn(member text, turn_number bigint, is_last boolean, accounts jsonb, window_minutes bigint, lapse_ms bigint)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  self members%ROWTYPE;
  at_time bigint;
  oldest bigint;
  is_new boolean;
  living bigint;
  grants jsonb;
BEGIN
  IF turn_number = 1 THEN
    INSERT INTO members (id, seen_at, turn) VALUES (member, store_now(), 0) ON CONFLICT DO NOTHING;
  END IF;
  SELECT * INTO self FROM members WHERE id = member FOR UPDATE;
  at_time := store_now();
  oldest := at_time / 60000 - window_minutes;
  -- It ended so long ago that nothing of it counts.
  IF self.id IS NULL THEN
    RETURN jsonb_build_object('isMember', false, 'applied', turn_number, 'now', at_time);
  END IF;
  IF self.ended_at IS NULL AND self.seen_at <= at_time - lapse_ms THEN
    UPDATE members SET ended_at = at_time, lapsed = true WHERE id = member;
    PERFORM count_lapsed_blocks(1000);
    self.ended_at := at_time;
  END IF;
  IF self.ended_at IS NOT NULL THEN
    RETURN jsonb_build_object('isMember', false, 'applied', self.turn, 'now', at_time);
  END IF;
  is_new := turn_number > self.turn;
  UPDATE members SET seen_at = at_time, turn = greatest(turn, turn_number) WHERE id = member;
  -- Members that hold no quota are not among them.
  SELECT count(*) INTO living FROM members WHERE ended_at IS NULL AND turn > 0;
  PERFORM lock_quota_accounts(ARRAY(SELECT each ->> 'id' FROM jsonb_array_elements(accounts) AS each));
  IF is_new THEN
    PERFORM count_spent(accounts, oldest);
  END IF;
  -- One statement for all accounts: the time of a turn hardly depends on their number.
  WITH asked AS (
    SELECT * FROM ROWS FROM (
      jsonb_to_recordset(accounts) AS (id text, "limit" bigint, "fromBlock" bigint, want bigint)
    ) WITH ORDINALITY AS asked (id, most, from_block, want, place)
  ), counting AS (
    -- A gateway may not know yet that the quota of an account was lowered.
    SELECT asked.id, want, from_block, place, least(most, CASE WHEN daily_quota > 0 THEN daily_quota END) AS most,
      quota_accounts.counted - (
        SELECT coalesce(sum(count), 0)::bigint FROM quota_minutes WHERE account_id = asked.id AND minute <= oldest
      ) AS counted
    FROM asked JOIN quota_accounts ON quota_accounts.account_id = asked.id
    LEFT JOIN accounts ON accounts.id = asked.id
  ), held AS (
    SELECT counting.*, own, most - counted - others AS free
    FROM counting, LATERAL (
      SELECT coalesce(sum(requests) FILTER (WHERE member_id = member), 0)::bigint AS own,
        coalesce(sum(requests) FILTER (WHERE member_id <> member), 0)::bigint AS others
      FROM quota_blocks WHERE quota_blocks.account_id = counting.id
    ) AS blocks
  ), kept AS (
    -- A quota that was lowered takes back what is held, too.
    SELECT *, greatest(0, least(want, own - from_block, free)) AS kept FROM held
  ), granted AS (
    SELECT *, CASE
      WHEN is_new THEN kept + least(want - kept, (greatest(0, free - kept) + living - 1) / living)
      ELSE own
    END AS block FROM kept
  ), given_back AS (
    DELETE FROM quota_blocks USING granted
      WHERE block = 0 AND own > 0 AND quota_blocks.account_id = granted.id AND member_id = member
  ), written AS (
    INSERT INTO quota_blocks SELECT id, member, block FROM granted WHERE block > 0 AND block <> own
      ON CONFLICT (account_id, member_id) DO UPDATE SET requests = excluded.requests
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'accountId', id,
    'block', block,
    'counted', counted,
    'isExhausted', block >= free,
    'nextMinute', (
      SELECT min(minute) + window_minutes FROM quota_minutes WHERE account_id = id AND minute > oldest AND count > 0
    )
  ) ORDER BY place), '[]') INTO grants FROM granted;
  IF is_last THEN
    DELETE FROM quota_blocks WHERE member_id = member;
    UPDATE members SET ended_at = at_time WHERE id = member;
  END IF;
  RETURN jsonb_build_object('isMember', true, 'accounts', grants, 'living', living, 'now', at_time);
END $$;

-- Ends all members that have lapsed, but those that another transaction has locked, and counts their blocks, `most` of
-- them. Returns whether there may be more.
CREATE FUNCTION end_lapsed_members(lapse_ms bigint, most bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE members SET ended_at = store_now(), lapsed = true WHERE id IN (
    SELECT id FROM members WHERE ended_at IS NULL AND seen_at <= store_now() - lapse_ms FOR UPDATE SKIP LOCKED
  );
  RETURN count_lapsed_blocks(most);
END $$;

-- Drops counts of requests that have left the window, `most` of them, and forgets members that ended long ago. Returns
-- whether there may be more.
CREATE FUNCTION expire_quota(window_minutes bigint, member_ms bigint, most bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  oldest bigint := store_now() / 60000 - window_minutes;
  accounts text[];
  minutes bigint[];
BEGIN
  -- One does it for all.
  IF NOT pg_try_advisory_xact_lock(7838, 1) THEN RETURN false; END IF;
  SELECT array_agg(account_id), array_agg(minute) INTO accounts, minutes FROM (
    SELECT account_id, minute FROM quota_minutes WHERE minute <= oldest ORDER BY minute LIMIT most
  ) AS old;
  PERFORM lock_quota_accounts(accounts);
  WITH gone AS (
    DELETE FROM quota_minutes USING unnest(accounts, minutes) AS old (account, in_minute)
      WHERE account_id = account AND minute = in_minute
    RETURNING account_id, count
  ), sums AS (
    SELECT account_id AS account, sum(count)::bigint AS requests FROM gone GROUP BY account_id
  )
  UPDATE quota_accounts SET counted = counted - sums.requests FROM sums WHERE account_id = sums.account;
  DELETE FROM members WHERE ended_at <= store_now() - member_ms
    AND NOT EXISTS (SELECT 1 FROM quota_blocks WHERE member_id = members.id);
  RETURN coalesce(cardinality(accounts), 0) = most;
END $$;

-- Bursts.

-- Token buckets that are not full, or were not a short while ago. Levels are in units of 1/60,000 token.
CREATE TABLE burst_buckets (
  kind text NOT NULL,
  id text NOT NULL,
  level bigint NOT NULL,
  updated_at bigint NOT NULL,
  -- The gateway that wrote it last.
  writer text NOT NULL,
  -- Tokens in a full bucket then, and its refill in a minute.
  capacity bigint NOT NULL,
  PRIMARY KEY (kind, id)
);

CREATE INDEX burst_buckets_by_age ON burst_buckets (updated_at);

-- Writes buckets that a gateway has changed, and returns those that others have written in between, with the state after
-- both: what this one has taken is taken off it. With another limit, what is missing stays missing (merged-bucket.ts).
-- buckets: [{"kind", "id", "level", "updatedAt", "storedLevel", "storedAt", "taken", "limit"}, …]
CREATE FUNCTION exchange_buckets(buckets jsonb, gateway text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  sent record;
  current burst_buckets%ROWTYPE;
  new_level bigint;
  at_time bigint;
  merged jsonb := '[]';
BEGIN
  -- Always in the same order: two gateways never wait for each other in a circle.
  FOR sent IN
    SELECT * FROM jsonb_to_recordset(buckets) AS row (
      kind text, id text, level bigint, "updatedAt" bigint, "storedLevel" bigint, "storedAt" bigint, taken bigint, "limit" bigint
    ) ORDER BY kind, id
  LOOP
    INSERT INTO burst_buckets VALUES (sent.kind, sent.id, sent.level, sent."updatedAt", gateway, sent."limit")
      ON CONFLICT DO NOTHING;
    CONTINUE WHEN FOUND;
    SELECT * INTO current FROM burst_buckets WHERE kind = sent.kind AND id = sent.id FOR UPDATE;
    CONTINUE WHEN NOT FOUND;
    new_level := sent.level;
    at_time := sent."updatedAt";
    IF current.writer <> gateway
      AND (current.level, current.updated_at) IS DISTINCT FROM (sent."storedLevel", sent."storedAt") THEN
      at_time := greatest(current.updated_at, sent."updatedAt");
      new_level := least(current.capacity * 60000, current.level + (at_time - current.updated_at) * current.capacity);
      IF current.capacity <> sent."limit" THEN
        new_level := least(
          greatest(0, new_level + (sent."limit" - current.capacity) * 60000),
          sent.level + sent.taken * 60000 + (at_time - sent."updatedAt") * sent."limit"
        );
      END IF;
      new_level := new_level - sent.taken * 60000;
      merged := merged || jsonb_build_object('kind', sent.kind, 'id', sent.id, 'level', new_level, 'updatedAt', at_time);
    END IF;
    UPDATE burst_buckets SET level = new_level, updated_at = at_time, writer = gateway, capacity = sent."limit"
      WHERE kind = sent.kind AND id = sent.id;
  END LOOP;
  RETURN merged;
END $$;

-- The usage history, for people: nothing is decided by it. Each gateway counts by itself; what people see is the sum.

-- Requests by hour, with the key that each of them had.
CREATE TABLE usage_hours (
  hour bigint NOT NULL,
  day bigint NOT NULL GENERATED ALWAYS AS (hour / 24) STORED,
  account_id text NOT NULL,
  -- Empty for the keys beyond a bound.
  key_id text NOT NULL,
  operation text NOT NULL,
  -- Of the response; 0 if the client left before it.
  status integer NOT NULL,
  -- The reason of a 429; empty for all others.
  refusal text NOT NULL,
  -- The gateway that counted; may be empty if it has ended.
  writer text NOT NULL,
  count bigint NOT NULL,
  -- Those of them that count against the daily quota.
  charged bigint NOT NULL DEFAULT 0,
  -- In UTF-16 code units.
  characters_in bigint NOT NULL DEFAULT 0,
  characters_out bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (hour, account_id, key_id, operation, status, refusal, writer)
);

CREATE INDEX usage_hours_by_account ON usage_hours (account_id, hour);
CREATE INDEX usage_hours_by_day ON usage_hours (day, account_id);

-- Hours that are over, added up by day.
CREATE TABLE usage_days (
  day bigint NOT NULL,
  account_id text NOT NULL,
  key_id text NOT NULL,
  operation text NOT NULL,
  status integer NOT NULL,
  refusal text NOT NULL,
  count bigint NOT NULL,
  -- Those of them that count against the daily quota.
  charged bigint NOT NULL DEFAULT 0,
  -- In UTF-16 code units.
  characters_in bigint NOT NULL DEFAULT 0,
  characters_out bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, account_id, key_id, operation, status, refusal)
);

CREATE INDEX usage_days_by_account ON usage_days (account_id, day);
-- For the hours of the view.
CREATE INDEX usage_days_by_hour ON usage_days ((day * 24));

-- All counts, by hour; those of a day are in its first hour, and have no writer.
CREATE VIEW usage AS
  SELECT hour, account_id, key_id, operation, status, refusal, writer, count, characters_in, characters_out FROM usage_hours
  UNION ALL SELECT day * 24, account_id, key_id, operation, status, refusal, '', count, characters_in, characters_out
  FROM usage_days;

-- Adds hours that are over to their days: up to a number of rows. Two gateways never add the same row.
CREATE FUNCTION add_up_usage_days(up_to bigint, most_rows integer) RETURNS void LANGUAGE sql AS $$
  WITH hours AS (
    DELETE FROM usage_hours WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM usage_hours WHERE hour <= up_to LIMIT most_rows FOR UPDATE SKIP LOCKED
    )) RETURNING hour, account_id, key_id, operation, status, refusal, count, charged, characters_in, characters_out
  )
  INSERT INTO usage_days AS days
    (day, account_id, key_id, operation, status, refusal, count, charged, characters_in, characters_out)
  SELECT hour / 24, account_id, key_id, operation, status, refusal, sum(count), sum(charged), sum(characters_in),
    sum(characters_out) FROM hours
  GROUP BY 1, 2, 3, 4, 5, 6
  -- In one order: two gateways that add to the same days wait for each other, but not both.
  ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (day, account_id, key_id, operation, status, refusal) DO UPDATE SET count = days.count + excluded.count,
    charged = days.charged + excluded.charged,
    characters_in = days.characters_in + excluded.characters_in,
    characters_out = days.characters_out + excluded.characters_out;
$$;

-- Times in the future: this server's clock was set back, or another server took its place whose clock is behind.

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

-- What a gateway has announced to the operator, so that no other one does it again before the time is over.

CREATE TABLE announcements (
  name text PRIMARY KEY,
  ends_at bigint NOT NULL
);

CREATE FUNCTION claim_announcement(announced text, for_ms bigint, longest_ms bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  at_time bigint := store_now();
BEGIN
  -- What ends too late was claimed while a clock was ahead.
  DELETE FROM announcements WHERE name IN (
    SELECT name FROM announcements WHERE ends_at NOT BETWEEN at_time + 1 AND at_time + longest_ms
    ORDER BY name FOR UPDATE SKIP LOCKED
  );
  INSERT INTO announcements VALUES (announced, at_time + for_ms) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END
$$;
