// The statements of recorded swaps by `pg` alone: argv[2] the file of swaps, argv[3] how many at a time, argv[4] how many come
// before the clock starts; the rest are connection options as JSON. Prints how many swaps a second they made.
import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import pg from 'pg'

const [file, clients, warmUp, options] = process.argv.slice(2)
const valueOf = (value) => {
  if (Array.isArray(value)) return value.map(valueOf)
  return value?.hex === undefined ? value : Buffer.from(value.hex, 'hex')
}
const swaps = readFileSync(file, 'utf8')
  .split('\n')
  .map((line) => JSON.parse(line).map(({ values = [], ...one }) => ({ ...one, values: values.map(valueOf) })))
const pool = new pg.Pool(JSON.parse(options))
let next = 0
const work = async (end) => {
  while (next < end) {
    const statements = swaps[next++]
    for (const statement of statements) await pool.query(statement)
  }
}
const run = (end) => Promise.all(Array.from({ length: Number(clients) }, () => work(end)))
await run(Number(warmUp))
const start = performance.now()
await run(swaps.length)
console.log(((swaps.length - Number(warmUp)) * 1000) / (performance.now() - start))
await pool.end()
