// The statements of recorded swaps by libsql alone: argv[2] a new file, argv[3] an empty store, argv[4] the statements.
// Prints how many seconds they took.
import { Buffer } from 'node:buffer'
import { copyFileSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import Database from 'libsql'

const [path, emptyFile, statementsFile] = process.argv.slice(2)
const valueOf = (value) => {
  if (typeof value !== 'object' || value === null) return value
  return value.hex === undefined ? BigInt(value.integer) : Buffer.from(value.hex, 'hex')
}
const work = readFileSync(statementsFile, 'utf8')
  .split('\n')
  .map((line) => JSON.parse(line))
  .map(([sql, values]) => ({ sql, values: values.map(valueOf) }))
copyFileSync(emptyFile, path)
const database = new Database(path)
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
const prepared = new Map(work.map(({ sql }) => [sql, database.prepare(sql)]))
const start = performance.now()
for (const { sql, values } of work) {
  const statement = prepared.get(sql)
  if (/^\s*(SELECT|PRAGMA)/.test(sql)) statement.all(values)
  else statement.run(values)
}
console.log((performance.now() - start) / 1000)
