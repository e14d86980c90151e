import { TRANSACTION_STATUSES } from '../../core/api/enums.ts'
import { type Connection, numberOf, type SqlRow, textOf } from './connection.ts'
import { TEXT_INDEX } from './transactions/text-index.ts'
import { type EntryParts, STATUS_CODES, toEntry } from './transactions/entry.ts'
import { hashNumber, insertIndex, WALLET_COUNTS } from './transactions/index-rows.ts'

/*
 * Schema 6. Documents of locks, transactions and events are packed, so that what they are searched by stands in columns beside
 * them. The index of transactions is written with numbers in place of texts, and has an index of texts. Documents move as they
 * are: what an earlier version wrote is read as it stands.
 */

const MOVED = `
DROP INDEX locks_unused;
ALTER TABLE locks RENAME TO locks_5;
CREATE TABLE locks (
  id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL DEFAULT 0,
  sum ANY NOT NULL,
  doc ANY NOT NULL
) STRICT;
INSERT INTO locks (id, version, state, expires_at, sum, doc)
  SELECT id, version, coalesce(state, ''), coalesce(expires_at, 0), sum, doc FROM locks_5 ORDER BY rowid;
DROP TABLE locks_5;
CREATE INDEX locks_unused ON locks (expires_at) WHERE state = 'locked';

DROP INDEX events_of_transaction;
ALTER TABLE events RENAME TO events_5;
CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER,
  transaction_id TEXT,
  sum ANY NOT NULL,
  doc ANY NOT NULL
) STRICT;
INSERT INTO events (seq, at_ms, transaction_id, sum, doc)
  SELECT seq, CASE WHEN json_valid(doc) THEN CAST(round(unixepoch(doc ->> '$.at', 'subsec') * 1000) AS INTEGER) END,
    transaction_id, sum, doc FROM events_5 ORDER BY seq;
DELETE FROM sqlite_sequence WHERE name = 'events';
UPDATE sqlite_sequence SET name = 'events' WHERE name = 'events_5';
DROP TABLE events_5;
CREATE INDEX events_of_transaction ON events (transaction_id) WHERE transaction_id IS NOT NULL;

DROP INDEX idempotency_kept;
ALTER TABLE idempotency RENAME TO idempotency_5;
CREATE TABLE idempotency (
  key TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  running_until INTEGER NOT NULL,
  keep_until INTEGER NOT NULL,
  sum ANY,
  outcome ANY
) STRICT;
INSERT INTO idempotency SELECT key, digest, running_until, keep_until, sum, outcome FROM idempotency_5 ORDER BY rowid;
DROP TABLE idempotency_5;
CREATE INDEX idempotency_kept ON idempotency (keep_until);

DROP TRIGGER facts_inserted;
DROP TRIGGER facts_deleted;
DROP TRIGGER facts_updated;
DROP TABLE transaction_totals;
ALTER TABLE transaction_facts RENAME TO facts_5;
ALTER TABLE transaction_addresses RENAME TO addresses_5;
ALTER TABLE transaction_hashes RENAME TO hashes_5;
CREATE INDEX addresses_5_of ON addresses_5 (n);
DROP INDEX facts_newest;
DROP INDEX facts_by_status;
DROP INDEX facts_by_referral;
DROP INDEX IF EXISTS facts_unvalued;

DROP INDEX transactions_due;
DROP INDEX IF EXISTS transactions_payload;
ALTER TABLE transactions RENAME TO transactions_5;
CREATE TABLE transactions (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  next_poll_at INTEGER,
  has_payload INTEGER NOT NULL DEFAULT 0,
  lease_holder TEXT,
  lease_until INTEGER NOT NULL DEFAULT 0,
  sum ANY NOT NULL,
  doc ANY NOT NULL
) STRICT;
INSERT INTO transactions (n, id, version, next_poll_at, has_payload, lease_holder, lease_until, sum, doc)
  SELECT n, id, version, next_poll_at,
    CASE WHEN json_valid(doc) THEN doc ->> '$.status' <> 'PENDING' AND doc -> '$.exec' IS NOT NULL ELSE 0 END,
    lease_holder, lease_until, sum, doc FROM transactions_5 ORDER BY n;
CREATE INDEX transactions_due ON transactions (next_poll_at) WHERE next_poll_at IS NOT NULL;
CREATE INDEX transactions_payload ON transactions (n) WHERE has_payload = 1;
`

/*
 * Indexes are read backwards: they grow at their end, where their pages stay full. `tie` orders what was made in the same
 * millisecond (transaction-order.ts), `letters` has a bit for each character (transaction-entry.ts).
 */
const INDEX = `
CREATE TABLE transaction_groups (
  g INTEGER PRIMARY KEY,
  provider TEXT NOT NULL,
  src TEXT NOT NULL,
  dst TEXT NOT NULL,
  search TEXT NOT NULL,
  UNIQUE (provider, src, dst, search)
) STRICT;

CREATE TABLE transaction_facts (
  n INTEGER PRIMARY KEY REFERENCES transactions (n),
  created_ms INTEGER NOT NULL,
  tie INTEGER NOT NULL,
  status INTEGER NOT NULL,
  g INTEGER NOT NULL REFERENCES transaction_groups (g),
  letters INTEGER NOT NULL,
  referral_code TEXT,
  usd0 INTEGER NOT NULL,
  usd1 INTEGER NOT NULL,
  usd2 INTEGER NOT NULL
) STRICT;
CREATE INDEX facts_newest ON transaction_facts (created_ms, tie, status);
CREATE INDEX facts_by_status ON transaction_facts (status, created_ms, tie);
CREATE INDEX facts_by_referral ON transaction_facts (referral_code, created_ms, tie, status)
  WHERE referral_code IS NOT NULL;

CREATE TABLE transaction_wallets (
  a INTEGER PRIMARY KEY,
  address_key TEXT NOT NULL UNIQUE,
  ${WALLET_COUNTS.map((column) => `${column} INTEGER NOT NULL DEFAULT 0`).join(',\n  ')}
) STRICT;
CREATE TABLE transaction_parties (
  p INTEGER PRIMARY KEY,
  a INTEGER NOT NULL REFERENCES transaction_wallets (a),
  text TEXT NOT NULL,
  UNIQUE (a, text)
) STRICT;
CREATE TABLE transaction_addresses (
  a INTEGER NOT NULL REFERENCES transaction_wallets (a),
  created_ms INTEGER NOT NULL,
  tie INTEGER NOT NULL,
  status INTEGER NOT NULL,
  n INTEGER NOT NULL REFERENCES transactions (n),
  PRIMARY KEY (a, created_ms, tie)
) STRICT, WITHOUT ROWID;

CREATE TABLE transaction_hashes (
  h INTEGER NOT NULL,
  n INTEGER NOT NULL REFERENCES transactions (n),
  PRIMARY KEY (h, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE transaction_totals (
  kind TEXT NOT NULL,
  a TEXT NOT NULL,
  b TEXT NOT NULL,
  status INTEGER NOT NULL,
  total INTEGER NOT NULL,
  unvalued INTEGER NOT NULL,
  usd0 INTEGER NOT NULL,
  usd1 INTEGER NOT NULL,
  usd2 INTEGER NOT NULL,
  PRIMARY KEY (kind, a, b, status)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER facts_inserted AFTER INSERT ON transaction_facts BEGIN ${addTotals('NEW', 1)} END;
CREATE TRIGGER facts_deleted AFTER DELETE ON transaction_facts BEGIN ${addTotals('OLD', -1)} END;
CREATE TRIGGER facts_updated AFTER UPDATE OF created_ms, status, g, usd0, usd1, usd2 ON transaction_facts BEGIN
  ${addTotals('OLD', -1)}
  ${addTotals('NEW', 1)}
END;
${TEXT_INDEX}
`

/** The keys of the totals that a row of facts counts in, over its group. */
export function totalKeys(facts: string, group: string): readonly (readonly [kind: string, a: string, b: string])[] {
  return [
    [`'all'`, `''`, `''`],
    [`'provider'`, `${group}.provider`, `''`],
    [`'pair'`, `${group}.src`, `${group}.dst`],
    [`'day'`, `date(${facts}.created_ms / 1000, 'unixepoch')`, `''`],
  ]
}

/** Trigger statement that adds the row `NEW` or `OLD` of transaction_facts to the totals, `times` 1 or -1. */
function addTotals(row: 'NEW' | 'OLD', times: 1 | -1): string {
  const keys = totalKeys(row, 'owner').map((key) => `SELECT ${key.join(', ')} FROM owner`)
  return `INSERT INTO transaction_totals (kind, a, b, status, total, unvalued, usd0, usd1, usd2)
    WITH owner AS (SELECT provider, src, dst FROM transaction_groups WHERE g = ${row}.g), keys (kind, a, b) AS (${keys.join(' UNION ALL ')})
    SELECT kind, a, b, ${row}.status, ${times}, ${times} * (${row}.usd0 = 0 AND ${row}.usd1 = 0 AND ${row}.usd2 = 0),
      ${times} * ${row}.usd0, ${times} * ${row}.usd1, ${times} * ${row}.usd2 FROM keys WHERE true
    ON CONFLICT DO UPDATE SET total = total + excluded.total, unvalued = unvalued + excluded.unvalued,
      usd0 = usd0 + excluded.usd0, usd1 = usd1 + excluded.usd1, usd2 = usd2 + excluded.usd2;`
}

/** Migrates the store from schema 5 to 6, in the caller's database transaction. */
export function changeTo6(connection: Connection): void {
  connection.exec(MOVED)
  connection.exec(INDEX)
  moveIndex(connection)
  connection.exec('DROP TABLE addresses_5; DROP TABLE hashes_5; DROP TABLE facts_5; DROP TABLE transactions_5;')
}

/** Rows that are moved at a time. */
const BATCH = 500
/** Texts that schema 5 kept of each transaction, apart by line ends: four of its own, two wallets, and five that it shares. */
const SEARCHED_TEXTS = 11

/** Writes the index anew from that of schema 5, which is there for damaged documents too. @throws STORE_UNUSABLE where it is damaged itself */
function moveIndex(connection: Connection): void {
  const limbs = ['usd0', 'usd1', 'usd2'].map((name) => `CAST(CAST(${name} AS TEXT) AS BLOB) AS ${name}`)
  const texts = ['id', 'status', 'provider', 'src', 'dst', 'search'].map((name) => `CAST(${name} AS BLOB) AS ${name}`)
  const facts = `SELECT n, CAST(created_ms AS INTEGER) AS created_ms, ${[...texts, ...limbs].join(', ')},
      CAST(coalesce(referral_code, '') AS BLOB) AS referral_code, referral_code IS NULL AS lacks_code
    FROM facts_5 WHERE n > ? ORDER BY n LIMIT ${BATCH}`
  forEachRow(connection, facts, 0, (row) => {
    const n = numberOf(row, 'n')
    insertIndex(connection, n, toEntry(partsOf5(connection, row)), new Set())
    return n
  })
  const hashes = `SELECT n, CAST(hash_key AS BLOB) AS hash_key FROM hashes_5 WHERE hash_key > ? ORDER BY hash_key LIMIT ${BATCH}`
  forEachRow(connection, hashes, '', (row) => {
    const key = textOf(row, 'hash_key')
    connection.run('INSERT OR IGNORE INTO transaction_hashes (h, n) VALUES (?, ?)', [
      hashNumber(key),
      numberOf(row, 'n'),
    ])
    return key
  })
}

/** @param visit gives where the next row begins after */
function forEachRow<K extends string | number>(
  connection: Connection,
  sql: string,
  first: K,
  visit: (row: SqlRow) => K,
): void {
  let rows: readonly SqlRow[] = []
  let after = first
  do {
    rows = connection.all(sql, [after])
    for (const row of rows) after = visit(row)
  } while (rows.length === BATCH)
}

function partsOf5(connection: Connection, row: SqlRow): EntryParts {
  const search = textOf(row, 'search')
  const texts = search.split('\n')
  const [id = '', hash = '', inbound = '', outbound = '', depositor = '', recipient = '', ...shared] =
    texts.length === SEARCHED_TEXTS ? texts : [search]
  const status = TRANSACTION_STATUSES.find((name) => name === textOf(row, 'status')) ?? 'PENDING'
  const addresses = connection.all(
    'SELECT CAST(address_key AS BLOB) AS address_key FROM addresses_5 WHERE n = ? ORDER BY address_key',
    [numberOf(row, 'n')],
  )
  return {
    id: textOf(row, 'id'),
    createdMs: numberOf(row, 'created_ms'),
    status: STATUS_CODES[status],
    group: {
      provider: textOf(row, 'provider'),
      src: textOf(row, 'src'),
      dst: textOf(row, 'dst'),
      search: shared.join('\n'),
    },
    referralCode: numberOf(row, 'lacks_code') === 1 ? null : textOf(row, 'referral_code'),
    usd: [BigInt(textOf(row, 'usd0')), BigInt(textOf(row, 'usd1')), BigInt(textOf(row, 'usd2'))],
    own: [id, hash, inbound, outbound],
    parties: [depositor, recipient],
    addressKeys: addresses.map((each) => textOf(each, 'address_key')),
  }
}
