import type { Connection } from './connection.ts'
import { gatherTerms } from './terms-migration.ts'

/** A step from one schema version to the next. */
export interface Migration {
  /** Schema version after it; the first is 1. */
  readonly to: number
  /** SQL, or a function that runs in the database transaction of the migration. */
  readonly change: string | ((connection: Connection) => void)
}

/** Marks a SQLite file as a store of swapcli ("swap" in ASCII). */
export const APPLICATION_ID = 0x73776170

/** Small documents by key. */
const DOCUMENT_TABLE =
  'CREATE TABLE meta (id TEXT PRIMARY KEY, version INTEGER NOT NULL, sum TEXT NOT NULL, doc TEXT NOT NULL) STRICT;'

/**
 * Migrations of a file that holds small documents only, such as the wallet's. Earlier versions created a whole store of
 * schema 1 with the same table of documents, so old and new versions can use either file.
 */
export const DOCUMENT_MIGRATIONS: readonly Migration[] = [{ to: 1, change: DOCUMENT_TABLE }]

/*
 * `locks`, `transactions` and `meta` hold documents. `transaction_facts` (a narrow row per transaction) and
 * `transaction_addresses` (a row per wallet) hold what history filters, sorts and counts: SQLite's covering indexes need
 * plain columns, not generated ones. `transaction_totals` holds sums over all transactions, so that statistics and a list
 * without a filter never scan. USD sums are exact: three limbs of ten digits.
 */
const version1 = `
CREATE TABLE locks (id TEXT PRIMARY KEY, version INTEGER NOT NULL, sum TEXT NOT NULL, doc TEXT NOT NULL) STRICT;

${DOCUMENT_TABLE}

CREATE TABLE transactions (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  sum TEXT NOT NULL,
  lease_holder TEXT,
  lease_until INTEGER NOT NULL DEFAULT 0,
  doc TEXT NOT NULL,
  status TEXT AS (doc ->> '$.status') VIRTUAL,
  next_poll_at INTEGER AS (doc ->> '$.nextPollAtMs') VIRTUAL
) STRICT;
CREATE INDEX transactions_due ON transactions (next_poll_at) WHERE status = 'PENDING' AND next_poll_at IS NOT NULL;

CREATE TABLE transaction_hashes (
  hash_key TEXT PRIMARY KEY,
  n INTEGER NOT NULL REFERENCES transactions (n)
) STRICT, WITHOUT ROWID;

CREATE TABLE transaction_facts (
  n INTEGER PRIMARY KEY REFERENCES transactions (n),
  id TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  status TEXT NOT NULL,
  provider TEXT NOT NULL,
  src TEXT NOT NULL,
  dst TEXT NOT NULL,
  referral_code TEXT,
  usd0 INTEGER NOT NULL,
  usd1 INTEGER NOT NULL,
  usd2 INTEGER NOT NULL,
  search TEXT NOT NULL
) STRICT;
CREATE INDEX facts_newest ON transaction_facts (created_ms DESC, id DESC, status);
CREATE INDEX facts_by_status ON transaction_facts (status, created_ms DESC, id DESC);
CREATE INDEX facts_by_referral ON transaction_facts (referral_code, created_ms DESC, id DESC, status)
  WHERE referral_code IS NOT NULL;

CREATE TABLE transaction_addresses (
  address_key TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL,
  n INTEGER NOT NULL REFERENCES transactions (n),
  PRIMARY KEY (address_key, created_ms DESC, id DESC)
) STRICT, WITHOUT ROWID;

CREATE TABLE transaction_totals (
  kind TEXT NOT NULL,
  a TEXT NOT NULL,
  b TEXT NOT NULL,
  status TEXT NOT NULL,
  total INTEGER NOT NULL,
  usd0 INTEGER NOT NULL,
  usd1 INTEGER NOT NULL,
  usd2 INTEGER NOT NULL,
  PRIMARY KEY (kind, a, b, status)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER facts_inserted AFTER INSERT ON transaction_facts BEGIN ${addTotals('NEW', 1)} END;
CREATE TRIGGER facts_deleted AFTER DELETE ON transaction_facts BEGIN ${addTotals('OLD', -1)} END;
CREATE TRIGGER facts_updated AFTER UPDATE ON transaction_facts BEGIN
  ${addTotals('OLD', -1)}
  ${addTotals('NEW', 1)}
END;

CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  doc TEXT NOT NULL,
  transaction_id TEXT AS (doc ->> '$.transactionId') VIRTUAL
) STRICT;
CREATE INDEX events_of_transaction ON events (transaction_id) WHERE transaction_id IS NOT NULL;

CREATE TABLE routes (
  provider TEXT NOT NULL,
  route_id TEXT NOT NULL,
  keep_until INTEGER NOT NULL,
  doc TEXT NOT NULL,
  PRIMARY KEY (provider, route_id)
) STRICT;
CREATE INDEX routes_kept ON routes (keep_until);

CREATE TABLE idempotency (
  key TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  running_until INTEGER NOT NULL,
  keep_until INTEGER NOT NULL,
  outcome TEXT
) STRICT;
CREATE INDEX idempotency_kept ON idempotency (keep_until);

CREATE TABLE catalog_chains (n INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, doc TEXT NOT NULL) STRICT;
CREATE TABLE catalog_assets (
  n INTEGER PRIMARY KEY,
  chain TEXT NOT NULL,
  address TEXT NOT NULL,
  doc TEXT NOT NULL,
  UNIQUE (chain, address)
) STRICT;

CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

/* What is SUCCESS is looked at again for a while: what is due depends on its time alone, and the index holds nothing else. Sums say how many are without a value. */
const version3 = `
DROP INDEX transactions_due;
CREATE INDEX transactions_due ON transactions (next_poll_at) WHERE next_poll_at IS NOT NULL;
CREATE INDEX facts_unvalued ON transaction_facts (status, provider, src, dst, created_ms)
  WHERE usd0 = 0 AND usd1 = 0 AND usd2 = 0;
`

/** All migrations, oldest first. */
export const MIGRATIONS: readonly Migration[] = [
  { to: 1, change: version1 },
  { to: 2, change: gatherTerms },
  { to: 3, change: version3 },
]

/** Trigger statement that adds the row `NEW` or `OLD` of transaction_facts to the totals, `times` 1 or -1. */
function addTotals(row: 'NEW' | 'OLD', times: 1 | -1): string {
  const keys = [
    `('all', '', '')`,
    `('provider', ${row}.provider, '')`,
    `('pair', ${row}.src, ${row}.dst)`,
    `('day', date(${row}.created_ms / 1000, 'unixepoch'), '')`,
  ]
  return `INSERT INTO transaction_totals (kind, a, b, status, total, usd0, usd1, usd2)
    SELECT column1, column2, column3, ${row}.status,
      ${times}, ${times} * ${row}.usd0, ${times} * ${row}.usd1, ${times} * ${row}.usd2
    FROM (VALUES ${keys.join(', ')}) WHERE true
    ON CONFLICT DO UPDATE SET total = total + excluded.total,
      usd0 = usd0 + excluded.usd0, usd1 = usd1 + excluded.usd1, usd2 = usd2 + excluded.usd2;`
}
