-- Upkeep in pieces: what is to be done for very many accounts took longer than a statement may take, and was rolled back
-- each time. What counts and what is granted does not depend on it any more.

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

-- Ends all members that have lapsed, but those that another transaction looks at, and counts their blocks, `most` of them.
-- Returns whether there may be more.
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

-- What gateways of the release before call.
CREATE OR REPLACE FUNCTION end_lapsed_members(lapse_ms bigint) RETURNS void LANGUAGE sql AS
  $$ SELECT end_lapsed_members(lapse_ms, 1000) $$;

CREATE OR REPLACE FUNCTION expire_quota(window_minutes bigint, member_ms bigint) RETURNS void LANGUAGE sql AS
  $$ SELECT expire_quota(window_minutes, member_ms, 1000) $$;

-- Carries out a turn of a member, once, and returns the reply.
-- As before, but minutes that count no more are left out, dropped or not; a member that has lapsed does not wait until all
-- its blocks are counted; and one that stops has returned its blocks already, but for those of this turn.
-- accounts: [{"id", "limit", "spent": [[minute, requests], …], "fromBlock", "want"}, …], each account once
CREATE OR REPLACE FUNCTION quota_turn(member text, turn_number bigint, is_last boolean, accounts jsonb, window_minutes bigint, lapse_ms bigint)
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
    SELECT asked.*, quota_accounts.counted - (
      SELECT coalesce(sum(count), 0)::bigint FROM quota_minutes WHERE account_id = asked.id AND minute <= oldest
    ) AS counted
    FROM asked JOIN quota_accounts ON quota_accounts.account_id = asked.id
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

DROP FUNCTION end_member(text, bigint, boolean);
DROP FUNCTION count_requests(text, bigint, bigint);
