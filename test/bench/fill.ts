import { hash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openSwapService } from '../../src/open.ts'
import { createConnect } from '../../src/store/sqlite/connection.ts'
import { appendEvents } from '../../src/store/sqlite/events.ts'
import { addFast } from '../support/store.ts'

/** A swap of the sandbox that a wallet pays. */
export const SWAP_REQUEST = {
  srcChain: 'ethereum',
  srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstChain: 'base',
  dstAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '100',
  depositor: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
}

const CHUNK = 20_000

/**
 * Fills a home with swaps of the sandbox that never settle, all due to be polled.
 * @param first number in the first id: two with the same cannot be in one home
 */
export async function fillPending(home: string, count: number, first = 0): Promise<void> {
  mkdirSync(home, { recursive: true })
  const service = await openSwapService({ home })
  const lock = await service.lock({ ...SWAP_REQUEST, amount: '100.0080', provider: 'SANDBOX_DEPOSIT' })
  const { transaction } = await service.execute({ lockId: lock.lockId })
  const found = await service.store.transactions.get(transaction?.id ?? '')
  await service.close()
  if (found === undefined) throw new Error('the swap left no transaction')
  const { doc } = found
  for (let start = 0; start < count; start += CHUNK) {
    const indexes = Array.from({ length: Math.min(CHUNK, count - start) }, (_, at) => first + start + at)
    await addFast(
      join(home, 'sandbox.db'),
      indexes.map((index) => ({
        ...doc,
        id: `tx_${index.toString(36).padStart(26, '0')}`,
        lockId: `lock_${index.toString(36).padStart(26, '0')}`,
        ...(doc.hash === '' ? {} : { hash: `0x${hash('sha256', `hash ${index}`)}` }),
        ...(doc.inboundHash === '' ? {} : { inboundHash: `0x${hash('sha256', `inbound ${index}`)}` }),
        createdAt: new Date(Date.parse(doc.createdAt) - index).toISOString(),
        nextPollAtMs: Date.now() + index,
      })),
    )
  }
}

/** Adds events to the journal of a home. */
export async function fillEvents(home: string, count: number): Promise<void> {
  const connection = (await createConnect(join(home, 'sandbox.db'), false))('relaxed')
  connection.exec('PRAGMA synchronous = OFF')
  const at = new Date().toISOString()
  for (let start = 0; start < count; start += CHUNK) {
    const events = Array.from({ length: Math.min(CHUNK, count - start) }, (_, index) => ({
      at,
      type: 'transaction.updated' as const,
      transactionId: `tx_${(start + index).toString(36).padStart(26, '0')}`,
      data: { status: 'PENDING', stage: 'swapping', provider: 'SANDBOX_BRIDGE' },
    }))
    connection.write(() => appendEvents(connection, events))
  }
  connection.close()
}
