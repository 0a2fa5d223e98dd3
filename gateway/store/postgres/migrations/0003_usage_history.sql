-- What came of the requests of an account in one hour, for people: nothing is decided by it. Hours are whole hours since
-- the epoch. Each gateway counts by itself; what people see is the sum.
CREATE TABLE usage_counts (
  hour bigint NOT NULL,
  account_id text NOT NULL,
  operation text NOT NULL,
  -- Of the response; 0 if the client left before it.
  status integer NOT NULL,
  -- The reason of a 429; empty for all others.
  refusal text NOT NULL,
  -- The gateway.
  writer text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (hour, account_id, operation, status, refusal, writer)
);

CREATE INDEX usage_counts_by_account ON usage_counts (account_id, hour);

-- Token buckets that are not full, or were not a short while ago. Times are milliseconds since the epoch by this server's
-- clock; levels are in units of 1/60,000 token.
CREATE TABLE burst_buckets (
  kind text NOT NULL,
  id text NOT NULL,
  level bigint NOT NULL,
  updated_at bigint NOT NULL,
  -- The gateway that wrote it last.
  writer text NOT NULL,
  PRIMARY KEY (kind, id)
);

CREATE INDEX burst_buckets_by_age ON burst_buckets (updated_at);

-- Writes buckets that a gateway has changed, and returns those that others have written in between, with the state after
-- both: what this one has taken is taken off it.
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
    INSERT INTO burst_buckets VALUES (sent.kind, sent.id, sent.level, sent."updatedAt", gateway) ON CONFLICT DO NOTHING;
    CONTINUE WHEN FOUND;
    SELECT * INTO current FROM burst_buckets WHERE kind = sent.kind AND id = sent.id FOR UPDATE;
    CONTINUE WHEN NOT FOUND;
    new_level := sent.level;
    at_time := sent."updatedAt";
    IF current.writer <> gateway
      AND (current.level, current.updated_at) IS DISTINCT FROM (sent."storedLevel", sent."storedAt") THEN
      at_time := greatest(current.updated_at, sent."updatedAt");
      new_level := least(sent."limit" * 60000, current.level + (at_time - current.updated_at) * sent."limit")
        - sent.taken * 60000;
      merged := merged || jsonb_build_object('kind', sent.kind, 'id', sent.id, 'level', new_level, 'updatedAt', at_time);
    END IF;
    UPDATE burst_buckets SET level = new_level, updated_at = at_time, writer = gateway
      WHERE kind = sent.kind AND id = sent.id;
  END LOOP;
  RETURN merged;
END $$;
