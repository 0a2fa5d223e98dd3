-- A gateway is one member, with one row for its quota and its keys. If its quota lapses, it goes on as another member:
-- both rows have the same process.
ALTER TABLE members
  ADD COLUMN process text,
  ADD COLUMN pid bigint,
  -- Its number on its machine, from 1.
  ADD COLUMN gateway bigint,
  ADD COLUMN ready boolean,
  ADD COLUMN degraded boolean,
  -- The settings that should be the same at all gateways, by name.
  ADD COLUMN limits jsonb,
  -- Whether it was silent for too long; otherwise it has stopped.
  ADD COLUMN lapsed boolean NOT NULL DEFAULT false;

-- As before; notes why the member has ended, too.
CREATE OR REPLACE FUNCTION end_member(member text, at_time bigint, has_lapsed boolean) RETURNS void LANGUAGE plpgsql AS $$
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
  UPDATE members SET ended_at = at_time, lapsed = has_lapsed WHERE id = member;
END $$;

-- As before, but it is a heartbeat of the whole member, and takes the place of the members that its process was before.
CREATE OR REPLACE FUNCTION note_keys_seen(member text, seen bigint, trust_ms bigint, facts jsonb)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  seen_before bigint := (SELECT keys_seen FROM members WHERE id = member);
  at_time bigint := store_now();
BEGIN
  INSERT INTO members (
    id, seen_at, turn, name, started_at, address, version, release, keys_seen, keys_heard_at, keys_trust_ms,
    process, pid, gateway, ready, degraded, limits
  ) VALUES (
    member, at_time, 0, facts ->> 'name', (facts ->> 'startedAt')::bigint, facts ->> 'address', facts ->> 'version',
    facts ->> 'release', seen, at_time, trust_ms,
    facts ->> 'process', (facts ->> 'pid')::bigint, (facts ->> 'gateway')::bigint, (facts ->> 'ready')::boolean,
    (facts ->> 'degraded')::boolean, facts -> 'limits'
  ) ON CONFLICT (id) DO UPDATE SET
    -- The end of a member is not undone.
    seen_at = CASE WHEN members.ended_at IS NULL THEN greatest(members.seen_at, excluded.seen_at) ELSE members.seen_at END,
    name = excluded.name, started_at = excluded.started_at, address = excluded.address, version = excluded.version,
    release = excluded.release, keys_seen = greatest(members.keys_seen, excluded.keys_seen), keys_heard_at = excluded.keys_heard_at,
    keys_trust_ms = excluded.keys_trust_ms, process = excluded.process, pid = excluded.pid, gateway = excluded.gateway,
    ready = excluded.ready, degraded = excluded.degraded, limits = excluded.limits;
  -- Another note of the process may be under way.
  UPDATE members SET keys_seen = NULL, keys_heard_at = NULL WHERE id IN (
    SELECT id FROM members WHERE process = facts ->> 'process' AND id <> member AND keys_heard_at IS NOT NULL
    FOR UPDATE SKIP LOCKED
  );
  IF seen IS DISTINCT FROM seen_before THEN PERFORM pg_notify('textmill_keys_seen', ''); END IF;
  RETURN (SELECT newest FROM key_revision);
END $$;
