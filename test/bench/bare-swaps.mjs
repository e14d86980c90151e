// The commits of swaps by libsql alone: argv[2] a new file, argv[3] how many, argv[4] bytes of a lock, argv[5] of a transaction.
// Prints how many seconds they took.
import { hash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import Database from 'libsql'

const [path, count, lockBytes, transactionBytes] = process.argv.slice(2)
const database = new Database(path)
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE locks (id TEXT PRIMARY KEY, sum TEXT NOT NULL, doc TEXT NOT NULL);
  CREATE TABLE transactions (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, sum TEXT NOT NULL, doc TEXT NOT NULL);
  CREATE TABLE events (seq INTEGER PRIMARY KEY AUTOINCREMENT, sum TEXT NOT NULL, doc TEXT NOT NULL);`)
const begin = database.prepare('BEGIN IMMEDIATE')
const commit = database.prepare('COMMIT')
const lock = database.prepare('INSERT INTO locks VALUES (?, ?, ?)')
const use = database.prepare('UPDATE locks SET sum = ?, doc = ? WHERE id = ?')
const transaction = database.prepare('INSERT INTO transactions (id, sum, doc) VALUES (?, ?, ?)')
const event = database.prepare('INSERT INTO events (sum, doc) VALUES (?, ?)')
const text = (bytes, index) => String(index).padEnd(Number(bytes), 'x')
const note = text(160, 0)
const start = performance.now()
for (let index = 0; index < Number(count); index += 1) {
  const id = `id_${index}`
  const doc = text(lockBytes, index)
  begin.run()
  lock.run(id, hash('sha256', doc), doc)
  event.run(hash('sha256', note), note)
  commit.run()
  // A lock is claimed before its provider is asked, and used once it has answered.
  begin.run()
  use.run(hash('sha256', doc), `${doc}a`, id)
  event.run(hash('sha256', note), note)
  commit.run()
  const record = text(transactionBytes, index)
  begin.run()
  use.run(hash('sha256', doc), doc, id)
  transaction.run(id, hash('sha256', record), record)
  event.run(hash('sha256', note), note)
  commit.run()
}
console.log((performance.now() - start) / 1000)
