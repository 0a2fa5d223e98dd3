-- What came of the requests of an account in one hour, for people to look at: nothing is decided by it. Hours are whole
-- hours since the epoch. The hour comes first, as the minute does in quota_minutes.
CREATE TABLE usage_hours (
  hour INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  -- Of the answer; 0 if the client was gone before there was one.
  status INTEGER NOT NULL,
  -- Why a request was answered 429; empty for all others.
  refusal TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (hour, account_id, operation, status, refusal)
) STRICT, WITHOUT ROWID;
