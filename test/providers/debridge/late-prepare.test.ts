import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/ports.ts'
import { debridgeAdapter } from '../../../src/providers/debridge/adapter.ts'
import { ProviderError } from '../../../src/providers/contract.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createProviderContext, createProviderLock, jsonReply } from '../../support/provider-context.ts'
import { ALICE, BOB, USDC } from '../../support/case-assets.ts'
import { altered, BRIDGED, calldata, DLN_SOURCE } from './exchanges.ts'

/*
 * The suite locks and executes at one moment. Here time passes between: an order older than ten seconds is asked for again.
 */

const QUOTED_MS = Date.UTC(2026, 0, 15, 12)
const OLD_ORDER = `0x${'11'.repeat(32)}`
const NEW_ORDER = '0x268798c90c925354e603c26e202df577b499f9347253c2c413d151c0581449a0'

const lockOf = (state: Json) =>
  createProviderLock(`base:${USDC.base}`, `arbitrum:${USDC.arbitrum}`, {
    routeId: 'debridge-d52a867b05ca222f',
    amountIn: 10_000_000n,
    amountOut: 9_800_000n,
    minimumOut: 9_751_000n,
    depositor: ALICE,
    recipient: BOB,
    state,
  })

const keptOrder = {
  orderId: OLD_ORDER,
  call: { to: DLN_SOURCE, data: calldata('0xb9303701', BOB), value: '0', spender: DLN_SOURCE, resetsApproval: false },
  quotedAtMs: QUOTED_MS,
}

/** Executes `ageMs` after the quote; deBridge then answers with the recording, changed. */
async function executeAfter(ageMs: number, state: Json, status: number, changes: Record<string, unknown>) {
  let asked = 0
  const context = createProviderContext({
    clock: createFakeClock(QUOTED_MS + ageMs),
    http: {
      request: () => {
        asked += 1
        return Promise.resolve(jsonReply(JSON.parse(altered(BRIDGED, changes).text), status))
      },
    },
  })
  try {
    const prepared = await debridgeAdapter.prepare(await lockOf(state), context)
    return { order: prepared.providerResult.requestId, tracking: prepared.tracking, asked }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { error: error.code, asked }
  }
}

const payable = { 'tx.data': calldata('0xb9303701', BOB) }
const tracking = (orderId: string) => ({ orderId, recipient: BOB, found: false })

describe('an order that is executed some time after it was quoted', () => {
  it('is used as it is within ten seconds', async () => {
    const done = await executeAfter(10_000, keptOrder, 200, payable)
    expect(done).toEqual({ order: OLD_ORDER, tracking: tracking(OLD_ORDER), asked: 0 })
  })

  it('is replaced by a new one later', async () => {
    const done = await executeAfter(10_001, keptOrder, 200, payable)
    expect(done).toEqual({ order: NEW_ORDER, tracking: tracking(NEW_ORDER), asked: 1 })
  })

  it('is replaced where the lock could not keep it', async () => {
    const done = await executeAfter(0, {}, 200, payable)
    expect(done).toEqual({ order: NEW_ORDER, tracking: tracking(NEW_ORDER), asked: 1 })
  })

  it('is refused when the new one pays one base unit less than the minimum', async () => {
    const pays = (units: string) => ({
      ...payable,
      'estimation.dstChainTokenOut.amount': units,
      'estimation.dstChainTokenOut.recommendedAmount': units,
    })
    expect(await executeAfter(20_000, keptOrder, 200, pays('9751000'))).toMatchObject({ order: NEW_ORDER })
    expect(await executeAfter(20_000, keptOrder, 200, pays('9750999'))).toEqual({ error: 'unavailable', asked: 1 })
  })

  it('is refused when the new one pays somebody else', async () => {
    const done = await executeAfter(20_000, keptOrder, 200, { 'tx.data': calldata('0xb9303701', DLN_SOURCE) })
    expect(done).toEqual({ error: 'bad_response', asked: 1 })
  })

  it('is unavailable when there is no route any more', async () => {
    const done = await executeAfter(20_000, keptOrder, 400, { '+errorId': 'IMPOSSIBLE_ROUTE' })
    expect(done).toEqual({ error: 'unavailable', asked: 1 })
  })
})
