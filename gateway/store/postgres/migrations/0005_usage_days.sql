-- Requests by hour, with the key that each of them had; takes the place of usage_counts, in which gateways of the
-- release before go on counting. Hours are whole hours since the epoch.
CREATE TABLE usage_hours (
  hour bigint NOT NULL,
  account_id text NOT NULL,
  -- Empty if it is not known: the keys beyond a bound.
  key_id text NOT NULL,
  operation text NOT NULL,
  -- Of the response; 0 if the client left before it.
  status integer NOT NULL,
  -- The reason of a 429; empty for all others.
  refusal text NOT NULL,
  -- The gateway.
  writer text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (hour, account_id, key_id, operation, status, refusal, writer)
);

CREATE INDEX usage_hours_by_account ON usage_hours (account_id, hour);

-- Hours that are over, added up by day in UTC. Days are whole days since the epoch.
CREATE TABLE usage_days (
  day bigint NOT NULL,
  account_id text NOT NULL,
  key_id text NOT NULL,
  operation text NOT NULL,
  status integer NOT NULL,
  refusal text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (day, account_id, key_id, operation, status, refusal)
);

CREATE INDEX usage_days_by_account ON usage_days (account_id, day);
-- For the hours of the view.
CREATE INDEX usage_days_by_hour ON usage_days ((day * 24));

-- All counts, by hour; those of a day are in its first hour. Without a writer: of whom does not matter any more.
CREATE VIEW usage AS
  SELECT hour, account_id, key_id, operation, status, refusal, writer, count FROM usage_hours
  UNION ALL SELECT hour, account_id, '', operation, status, refusal, writer, count FROM usage_counts
  UNION ALL SELECT day * 24, account_id, key_id, operation, status, refusal, '', count FROM usage_days;

-- Adds hours that are over to their days: up to a number of rows of each table. Two gateways never add the same row.
CREATE FUNCTION add_up_usage_days(up_to bigint, most_rows integer) RETURNS void LANGUAGE sql AS $$
  WITH hours AS (
    DELETE FROM usage_hours WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM usage_hours WHERE hour <= up_to LIMIT most_rows FOR UPDATE SKIP LOCKED
    )) RETURNING hour, account_id, key_id, operation, status, refusal, count
  ), counts AS (
    DELETE FROM usage_counts WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM usage_counts WHERE hour <= up_to LIMIT most_rows FOR UPDATE SKIP LOCKED
    )) RETURNING hour, account_id, '' AS key_id, operation, status, refusal, count
  )
  INSERT INTO usage_days AS days (day, account_id, key_id, operation, status, refusal, count)
  SELECT hour / 24, account_id, key_id, operation, status, refusal, sum(count)
  FROM (SELECT * FROM hours UNION ALL SELECT * FROM counts) AS over
  GROUP BY 1, 2, 3, 4, 5, 6
  -- In one order: two gateways that add to the same days wait for each other, but not both.
  ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (day, account_id, key_id, operation, status, refusal) DO UPDATE SET count = days.count + excluded.count;
$$;
