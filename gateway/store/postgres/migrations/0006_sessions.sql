-- Signed-in browsers, and the links that sign them in. Times are milliseconds since the epoch.

CREATE TABLE sessions (
  id text PRIMARY KEY,
  -- SHA-256 of the secret in the cookie.
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  role text NOT NULL CHECK (role IN ('operator', 'owner')),
  -- Of an owner; null for the operator. No foreign key: gateways of the release before may empty the table of accounts.
  account_id text,
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
  account_id text,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  used_at bigint,
  CHECK ((role = 'owner') = (account_id IS NOT NULL))
);

CREATE INDEX sign_in_links_by_account ON sign_in_links (account_id, created_at);

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

-- Uses up a link and begins a session of its holder. Returns nothing, and does nothing, without a valid link.
CREATE FUNCTION take_sign_in_link(
  link_hash bytea, new_id text, new_hash bytea, new_browser text, at_time bigint, idle_since bigint, begun_since bigint,
  most_of_holder bigint, most_in_all bigint
) RETURNS SETOF sessions LANGUAGE plpgsql AS $$
DECLARE
  link sign_in_links;
BEGIN
  UPDATE sign_in_links SET used_at = at_time WHERE hash = link_hash AND used_at IS NULL AND expires_at > at_time
    RETURNING * INTO link;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT * FROM begin_session(
    new_id, new_hash, link.role, link.account_id, new_browser, at_time, idle_since, begun_since, most_of_holder, most_in_all
  );
END $$;

-- Adds a link, and deletes old ones. Returns false, and does nothing, if the account does not exist.
CREATE FUNCTION add_sign_in_link(
  new_id text, new_hash bytea, new_role text, account text, created bigint, expires bigint, listed_since bigint,
  most_of_holder bigint
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
  RETURN true;
END $$;

-- Ends all sessions of an account's owner, and deletes the links that are not used. Returns the number of sessions.
CREATE FUNCTION end_sessions_of(account text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  ended bigint;
BEGIN
  DELETE FROM sign_in_links WHERE account_id = account AND used_at IS NULL;
  DELETE FROM sessions WHERE account_id = account;
  GET DIAGNOSTICS ended = ROW_COUNT;
  RETURN ended;
END $$;
