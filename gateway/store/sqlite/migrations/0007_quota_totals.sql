-- What the rows of an account in quota_counts add up to: there may be one for each minute of a day. Triggers keep it, so
-- no writer can forget to, a gateway of the release before included.
CREATE TABLE quota_totals (
  account_id TEXT NOT NULL PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO quota_totals (account_id, count) SELECT account_id, sum(count) FROM quota_counts GROUP BY account_id;

CREATE TRIGGER quota_counts_inserted AFTER INSERT ON quota_counts BEGIN
  INSERT INTO quota_totals (account_id, count) VALUES (new.account_id, new.count)
  ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;

CREATE TRIGGER quota_counts_updated AFTER UPDATE OF count ON quota_counts BEGIN
  INSERT INTO quota_totals (account_id, count) VALUES (new.account_id, new.count - old.count)
  ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;

-- No row is the same as a count of 0.
CREATE TRIGGER quota_counts_deleted AFTER DELETE ON quota_counts BEGIN
  INSERT INTO quota_totals (account_id, count) VALUES (old.account_id, -old.count)
  ON CONFLICT DO UPDATE SET count = count + excluded.count;
  DELETE FROM quota_totals WHERE account_id = old.account_id AND count = 0;
END;
