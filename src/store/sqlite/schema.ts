import type { Connection } from './connection.ts'
import { changeTo6 } from './schema-6.ts'
import { gatherTerms, moveRows } from './terms-migration.ts'

/** A step from one schema version to the next. */
export interface Migration {
  /** Schema version after it; the first is 1. */
  readonly to: number
  /** SQL, or a function that runs in the database transaction of the migration. */
  readonly change: string | ((connection: Connection) => void)
}

/** What a SQLite file of swapcli is for. */
export interface FileKind {
  /** As messages call it. */
  readonly name: string
  /** Marks the file. */
  readonly applicationId: number
  /** Oldest first. */
  readonly migrations: readonly Migration[]
}

/** "swap" in ASCII. Wallet files carried it too until they had an id of their own. */
const STORE_ID = 0x73776170
/** "swaw" in ASCII. */
const WALLET_ID = 0x73776177

/** "swac" in ASCII. */
const COPY_ID = 0x73776163

/** Small documents by key. */
const DOCUMENT_TABLE =
  'CREATE TABLE meta (id TEXT PRIMARY KEY, version INTEGER NOT NULL, sum TEXT NOT NULL, doc TEXT NOT NULL) STRICT;'

/** How many commits the file has seen, so that one that lacks the last of them is noticed. */
const COMMITS_TABLE = 'CREATE TABLE commits (n INTEGER NOT NULL) STRICT; INSERT INTO commits VALUES (0);'

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

/*
 * What a generated column makes of a document is never an error, and never another type than its column's: a damaged
 * document must not stop a write, or a check of the whole file, that has nothing to do with it.
 */
const columnOf = (type: 'TEXT' | 'INTEGER', path: string) =>
  `${type} AS (CAST(CASE WHEN json_valid(doc) THEN doc ->> '${path}' END AS ${type})) VIRTUAL`

/* Every document has its checksum. Locks that nobody used are found by their time. */
const version4 = `
DROP INDEX transactions_due;
ALTER TABLE transactions DROP COLUMN next_poll_at;
ALTER TABLE transactions DROP COLUMN status;
ALTER TABLE transactions ADD COLUMN next_poll_at ${columnOf('INTEGER', '$.nextPollAtMs')};
CREATE INDEX transactions_due ON transactions (next_poll_at) WHERE next_poll_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS facts_unvalued ON transaction_facts (status, provider, src, dst, created_ms)
  WHERE usd0 = 0 AND usd1 = 0 AND usd2 = 0;

ALTER TABLE locks ADD COLUMN state ${columnOf('TEXT', '$.state')};
ALTER TABLE locks ADD COLUMN expires_at ${columnOf('INTEGER', '$.expiresAtMs')};
CREATE INDEX locks_unused ON locks (expires_at) WHERE state = 'locked';

DROP INDEX events_of_transaction;
ALTER TABLE events RENAME TO events_3;
CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  sum TEXT NOT NULL,
  doc TEXT NOT NULL,
  transaction_id ${columnOf('TEXT', '$.transactionId')}
) STRICT;

DROP INDEX routes_kept;
ALTER TABLE routes RENAME TO routes_3;
CREATE TABLE routes (
  provider TEXT NOT NULL,
  route_id TEXT NOT NULL,
  keep_until INTEGER NOT NULL,
  sum TEXT NOT NULL,
  doc TEXT NOT NULL,
  PRIMARY KEY (provider, route_id)
) STRICT;

DROP INDEX idempotency_kept;
ALTER TABLE idempotency RENAME TO idempotency_3;
CREATE TABLE idempotency (
  key TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  running_until INTEGER NOT NULL,
  keep_until INTEGER NOT NULL,
  sum TEXT,
  outcome TEXT
) STRICT;

ALTER TABLE catalog_chains RENAME TO catalog_chains_3;
CREATE TABLE catalog_chains (n INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, sum TEXT NOT NULL, doc TEXT NOT NULL) STRICT;
ALTER TABLE catalog_assets RENAME TO catalog_assets_3;
CREATE TABLE catalog_assets (
  n INTEGER PRIMARY KEY,
  chain TEXT NOT NULL,
  address TEXT NOT NULL,
  sum TEXT NOT NULL,
  doc TEXT NOT NULL,
  UNIQUE (chain, address)
) STRICT;
${COMMITS_TABLE}
`

/** Which transactions had ended, and still held what was handed out to be paid. */
const HOLDS_PAYLOAD = `CASE WHEN json_valid(doc) THEN doc ->> '$.status' <> 'PENDING' AND doc -> '$.exec' IS NOT NULL END`

/** After the rows have moved. */
const version4Indexes = `
CREATE INDEX events_of_transaction ON events (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX routes_kept ON routes (keep_until);
CREATE INDEX idempotency_kept ON idempotency (keep_until);
`

/* What ended transactions still hold is found by an index. Some files of schema 4 have it already. */
const version5 = `
DROP INDEX IF EXISTS transactions_payload;
CREATE INDEX transactions_payload ON transactions (n) WHERE ${HOLDS_PAYLOAD};
`

/* Rates of quotes: a row each for a pair, a time and a size of amounts. */
const version7 = `
CREATE TABLE rates (
  pair TEXT NOT NULL,
  grain_ms INTEGER NOT NULL,
  slot_ms INTEGER NOT NULL,
  size INTEGER NOT NULL,
  sum TEXT NOT NULL,
  doc TEXT NOT NULL,
  PRIMARY KEY (pair, grain_ms, slot_ms, size)
) STRICT;
CREATE INDEX rates_over ON rates (grain_ms, slot_ms);
`

/** The store of the service. */
export const STORE_FILE: FileKind = {
  name: 'store',
  applicationId: STORE_ID,
  migrations: [
    { to: 1, change: version1 },
    { to: 2, change: gatherTerms },
    { to: 3, change: version3 },
    {
      to: 4,
      change: (connection) => {
        connection.exec(version4)
        moveRows(connection)
        connection.exec(version4Indexes)
      },
    },
    { to: 5, change: version5 },
    { to: 6, change: changeTo6 },
    { to: 7, change: version7 },
  ],
}

/** A store that is being copied from another one: it becomes one of the service when it is whole. */
export const COPY_FILE: FileKind = { name: 'copy', applicationId: COPY_ID, migrations: STORE_FILE.migrations }

/** A row of documents: of a query, or that of a trigger. */
type DocumentRow = '' | 'NEW.' | 'OLD.'

/** Which documents are runs. */
export const IS_RUN = isRun('')

function isRun(row: DocumentRow): string {
  return `${row}id >= 'run:' AND ${row}id < 'run;'`
}

/** A member of a run; empty text where a damaged document, or one of the future, does not tell. */
function runMember(name: string, row: DocumentRow = ''): string {
  const doc = `${row}doc`
  return `CASE WHEN json_valid(${doc}) THEN coalesce(${doc} ->> '$.run.${name}', ${doc} ->> '$.${name}', '') ELSE '' END`
}
const RUN_TRANSACTION = runMember('transactionId')
/** When a run was last written. */
export const RUN_UPDATED = runMember('updatedAt')

/** Which documents are runs that have not ended. */
export const IS_UNFINISHED_RUN = isUnfinishedRun('')

function isUnfinishedRun(row: DocumentRow): string {
  return `${isRun(row)} AND ${runMember('step', row)} NOT IN ('final', 'closed')`
}

/** Which documents are runs of the transaction `?`. */
export const IS_RUN_OF = `${IS_RUN} AND ${RUN_TRANSACTION} = ?`

/** Which documents are runs that were written at the time `?` or later. */
export const IS_RUN_SINCE = `${IS_RUN} AND ${RUN_UPDATED} >= ?`

/** What the approvals of a run let others take; '' where it does not say. */
export const RUN_APPROVES = `CASE WHEN json_valid(doc) THEN coalesce(doc ->> '$.approves', '') ELSE '' END`
export const RUN_CREATED = runMember('createdAt')

/** Which documents are runs that approved something, as far as they tell. */
export const IS_APPROVING_RUN = `${IS_RUN} AND CASE WHEN json_valid(doc) THEN
  coalesce(json_array_length(doc, '$.run.earlier'), json_array_length(doc, '$.earlier'), 0) > 0
  OR coalesce(doc ->> '$.run.payment.last', doc ->> '$.payment.last', 1) = 0 ELSE 1 END`

/* A command that goes on with runs reads those that it needs, however many there were. */
const documents2 = `
CREATE INDEX meta_unfinished ON meta (id) WHERE ${IS_UNFINISHED_RUN};
CREATE INDEX meta_of_transaction ON meta (${RUN_TRANSACTION}) WHERE ${IS_RUN};
CREATE INDEX meta_updated ON meta (${RUN_UPDATED}) WHERE ${IS_RUN};
${COMMITS_TABLE}
`

/** Counts the unfinished runs anew. */
export const COUNT_UNFINISHED_RUNS = `DELETE FROM unfinished_runs;
INSERT INTO unfinished_runs SELECT count(*) FROM meta NOT INDEXED WHERE ${IS_UNFINISHED_RUN};`

/*
 * How many runs have not ended is counted apart from the index that they are found by, so that a damaged one cannot hide any.
 * Some files of schema 2 have the index of approvals already.
 */
const documents3 = `
DROP INDEX IF EXISTS meta_approving;
CREATE INDEX meta_approving ON meta (${RUN_APPROVES}, ${RUN_CREATED}, id) WHERE ${IS_APPROVING_RUN};
CREATE TABLE unfinished_runs (total INTEGER NOT NULL) STRICT;
${COUNT_UNFINISHED_RUNS}
CREATE TRIGGER document_inserted AFTER INSERT ON meta WHEN ${isUnfinishedRun('NEW.')} BEGIN
  UPDATE unfinished_runs SET total = total + 1;
END;
CREATE TRIGGER document_deleted AFTER DELETE ON meta WHEN ${isUnfinishedRun('OLD.')} BEGIN
  UPDATE unfinished_runs SET total = total - 1;
END;
CREATE TRIGGER document_updated AFTER UPDATE ON meta WHEN (${isUnfinishedRun('OLD.')}) <> (${isUnfinishedRun('NEW.')}) BEGIN
  UPDATE unfinished_runs SET total = total + CASE WHEN ${isUnfinishedRun('NEW.')} THEN 1 ELSE -1 END;
END;
`

/**
 * The small documents of the wallet: its runs, and the paper ledger. Earlier versions created a whole store of schema 1 with
 * the same table of documents.
 */
export const WALLET_FILE: FileKind = {
  name: 'wallet file',
  applicationId: WALLET_ID,
  migrations: [
    { to: 1, change: DOCUMENT_TABLE },
    { to: 2, change: documents2 },
    { to: 3, change: documents3 },
  ],
}

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
