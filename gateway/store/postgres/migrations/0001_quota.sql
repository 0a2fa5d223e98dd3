-- Times are milliseconds since the epoch by this server's clock; minutes are whole minutes since the epoch.

-- A gateway, as the others know it. A row stays for a while after its gateway has stopped or lapsed, so that a message
-- of it that comes late is recognised.
CREATE TABLE members (
  id text PRIMARY KEY,
  seen_at bigint NOT NULL,
  -- The number of the last turn that was carried out.
  turn bigint NOT NULL,
  ended_at bigint
);

CREATE INDEX members_by_end ON members (ended_at);

-- Requests that count, by the minute that they count in.
CREATE TABLE quota_minutes (
  account_id text NOT NULL,
  minute bigint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (account_id, minute)
);

CREATE INDEX quota_minutes_by_age ON quota_minutes (minute);

-- The sum of an account's minutes. Who changes these or its blocks locks this row first.
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

CREATE FUNCTION store_now() RETURNS bigint LANGUAGE sql VOLATILE AS
  $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

-- Locks accounts, always in the same order: two that lock several never wait for each other in a circle.
CREATE FUNCTION lock_quota_accounts(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO quota_accounts (account_id) SELECT DISTINCT id FROM unnest(ids) AS id ORDER BY id ON CONFLICT DO NOTHING;
  PERFORM 1 FROM quota_accounts WHERE account_id = ANY (ids) ORDER BY account_id FOR UPDATE;
END $$;

-- Adds to the requests that count in a minute. The accounts are locked.
CREATE FUNCTION count_requests(account text, in_minute bigint, requests bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO quota_minutes VALUES (account, in_minute, requests)
    ON CONFLICT (account_id, minute) DO UPDATE SET count = quota_minutes.count + excluded.count;
  UPDATE quota_accounts SET counted = counted + requests WHERE account_id = account;
END $$;

-- Ends a member that is locked. Its blocks are dropped; if it has lapsed, they count as spent now.
CREATE FUNCTION end_member(member text, at_time bigint, has_lapsed boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  held record;
BEGIN
  PERFORM lock_quota_accounts(ARRAY(SELECT account_id FROM quota_blocks WHERE member_id = member));
  IF has_lapsed THEN
    FOR held IN SELECT account_id, requests FROM quota_blocks WHERE member_id = member LOOP
      PERFORM count_requests(held.account_id, at_time / 60000, held.requests);
    END LOOP;
  END IF;
  DELETE FROM quota_blocks WHERE member_id = member;
  UPDATE members SET ended_at = at_time WHERE id = member;
END $$;

-- Ends all members that have lapsed, but those that another transaction looks at.
CREATE FUNCTION end_lapsed_members(lapse_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  lapsed record;
BEGIN
  FOR lapsed IN
    SELECT id FROM members WHERE ended_at IS NULL AND seen_at <= store_now() - lapse_ms ORDER BY id FOR UPDATE SKIP LOCKED
  LOOP
    PERFORM end_member(lapsed.id, store_now(), true);
  END LOOP;
END $$;

-- Lets requests count no more that have left the window, and forgets members that ended long ago.
CREATE FUNCTION expire_quota(window_minutes bigint, member_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  oldest bigint := store_now() / 60000 - window_minutes;
BEGIN
  -- One does it for all.
  IF NOT pg_try_advisory_xact_lock(7838, 1) THEN RETURN; END IF;
  PERFORM lock_quota_accounts(ARRAY(SELECT DISTINCT account_id FROM quota_minutes WHERE minute <= oldest));
  UPDATE quota_accounts SET counted = counted - gone.count
    FROM (SELECT account_id, sum(count) AS count FROM quota_minutes WHERE minute <= oldest GROUP BY account_id) AS gone
    WHERE quota_accounts.account_id = gone.account_id;
  DELETE FROM quota_minutes WHERE minute <= oldest;
  DELETE FROM members WHERE ended_at <= store_now() - member_ms;
END $$;

-- Carries out a turn of a member, once, and returns the reply.
-- accounts: [{"id", "limit", "spent": [[minute, requests], …], "fromBlock", "want"}, …], each account once
CREATE FUNCTION quota_turn(member text, turn_number bigint, is_last boolean, accounts jsonb, window_minutes bigint, lapse_ms bigint)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  self members%ROWTYPE;
  at_time bigint;
  is_new boolean;
  living bigint;
  grants jsonb;
BEGIN
  IF turn_number = 1 THEN
    INSERT INTO members (id, seen_at, turn) VALUES (member, store_now(), 0) ON CONFLICT DO NOTHING;
  END IF;
  SELECT * INTO self FROM members WHERE id = member FOR UPDATE;
  at_time := store_now();
  -- It ended so long ago that nothing of it counts.
  IF self.id IS NULL THEN
    RETURN jsonb_build_object('isMember', false, 'applied', turn_number, 'now', at_time);
  END IF;
  IF self.ended_at IS NULL AND self.seen_at <= at_time - lapse_ms THEN
    PERFORM end_member(member, at_time, true);
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
    PERFORM count_spent(accounts, at_time / 60000 - window_minutes);
  END IF;
  -- One statement for all accounts: the time of a turn hardly depends on their number.
  WITH asked AS (
    SELECT * FROM ROWS FROM (
      jsonb_to_recordset(accounts) AS (id text, "limit" bigint, "fromBlock" bigint, want bigint)
    ) WITH ORDINALITY AS asked (id, most, from_block, want, place)
  ), held AS (
    SELECT asked.*, counted, own, most - counted - others AS free
    FROM asked JOIN quota_accounts ON quota_accounts.account_id = asked.id, LATERAL (
      SELECT coalesce(sum(requests) FILTER (WHERE member_id = member), 0)::bigint AS own,
        coalesce(sum(requests) FILTER (WHERE member_id <> member), 0)::bigint AS others
      FROM quota_blocks WHERE quota_blocks.account_id = asked.id
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
    'nextMinute', (SELECT min(minute) + window_minutes FROM quota_minutes WHERE account_id = id AND count > 0)
  ) ORDER BY place), '[]') INTO grants FROM granted;
  IF is_last THEN PERFORM end_member(member, at_time, false); END IF;
  RETURN jsonb_build_object('isMember', true, 'accounts', grants, 'living', living, 'now', at_time);
END $$;

-- Counts what a turn tells of accounts, in minutes after one. The accounts are locked.
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
