import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openSwapService } from '../../src/open.ts'
import { fillTransactions, filledWallet } from '../support/store.ts'
import { median } from './measure.ts'

/** How many transactions each wallet has, in both stores. */
const EACH = 10

/** Median time of one wallet's history in a store of 1,000,000 transactions over that in one of 1,000. */
export async function walletHistory(home: string): Promise<number> {
  const sizes = [1_000, 1_000_000]
  const services = []
  for (const size of sizes) {
    const folder = join(home, `history-${size}`)
    mkdirSync(folder, { recursive: true })
    await fillTransactions(join(folder, 'sandbox.db'), size, size / EACH)
    services.push(await openSwapService({ home: folder }))
  }
  const times: number[][] = sizes.map(() => [])
  for (let round = 0; round < 300; round += 1) {
    for (const [index, service] of services.entries()) {
      const wallet = filledWallet((round * 7919) % ((sizes[index] ?? 0) / EACH))
      const start = performance.now()
      const page = await service.history({ addresses: wallet })
      const ms = performance.now() - start
      if (page.pagination.total !== EACH) throw new Error(`the wallet should have ${EACH} transactions`)
      if (round >= 50) times[index]?.push(ms)
    }
  }
  await Promise.all(services.map((service) => service.close()))
  return median(times[1] ?? []) / median(times[0] ?? [])
}
