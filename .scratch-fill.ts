import { systemClock } from './src/io/clock.ts'
import { connectDatabase } from './src/store/postgres/connection/open-database.ts'
import { insertTransactions } from './src/store/postgres/transactions/changes.ts'
import { foldTotals } from './src/store/postgres/transactions/totals.ts'
import { openPostgresStore } from './src/store/postgres/open.ts'
import { sampleTransaction } from './test/support/store.ts'
import { createHash } from 'node:crypto'
const url = process.argv[2]!
const N = Number(process.argv[3])
const opts = { url, env: {}, network: 'sandbox', clock: systemClock, random: Math.random }
const opened = await openPostgresStore(opts)
const { database } = opened
const hex = (s: string) => createHash('sha256').update(s).digest('hex')
const base = Date.UTC(2026, 0, 1)
const t0 = Date.now()
for (let at = 0; at < N; at += 1000) {
  const rows = Array.from({ length: 1000 }, (_, k) => {
    const i = at + k
    const wallet = '0x' + hex('w' + (i % Math.max(1, N / 40))).slice(0, 40)
    return { version: 1, record: sampleTransaction('tx_' + hex('id' + i).slice(0, 32), {
      depositor: wallet, recipient: wallet, addressKeys: [wallet], hash: '0x' + hex('h' + i), outboundHash: '0x' + hex('o' + i),
      status: i % 50 === 0 ? 'PENDING' : i % 17 === 0 ? 'REFUND' : 'SUCCESS',
      nextPollAtMs: i % 50 === 0 ? Date.now() + i : null,
      createdAt: new Date(base + i * 2000).toISOString(),
    }) }
  })
  await insertTransactions(database, rows)
  if (at % 10000 === 0) { while ((await foldTotals(database)) > 0); }
  if (at % 100000 === 0) console.log(at, Date.now() - t0)
}
while ((await foldTotals(database)) > 0);
console.log('filled', Date.now() - t0)
await opened.store.close()
