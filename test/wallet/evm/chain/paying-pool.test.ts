import { describe, expect, it } from 'vitest'
import { confirmPool } from '../../../../src/wallet/evm/chain/paying-pool.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import { fakeRpc } from '../../../support/fake-rpc.ts'
import { type MainnetAnswers, mainnetNode } from '../calldata/mainnet-node.ts'
import { execOf, realCalls, termsOfCall, THEN_MS } from '../calldata/real-calls.ts'

const MALLORY = '0x6666666666666666666666666666666666666666'
const COIN = '0x0000000000000000000000000000000000000000'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

const swaps = realCalls.filter(({ name }) => /^1inch (?:eth)?unoswap/i.test(name))

/** The codes of the doubts that are left of every swap through pools. */
async function doubtsAfter(nodes: readonly MainnetAnswers[], { isOwn = false, calls = swaps } = {}) {
  return Promise.all(
    calls.map(async (call) => {
      const terms = termsOfCall(call)
      const payload = readPayload(execOf(call), terms, THEN_MS)
      const rpc = fakeRpc(nodes.map(mainnetNode), { isOwn })
      const { doubts, warnings } = await confirmPool({ rpc }, payload, terms)
      expect(warnings.filter((text) => !text.startsWith('The swap has no deadline'))).toEqual(
        doubts.map(({ text }) => text),
      )
      return doubts.map(({ code }) => code)
    }),
  )
}

describe('a pool that pays what the call does not name', () => {
  const none = swaps.map(() => [])
  const all = swaps.map(() => ['opaque-call'])

  it('is no doubt where the factory names it, and it pays what was agreed to', async () => {
    expect(await doubtsAfter([{}, {}])).toEqual(none)
    expect(await doubtsAfter([{}], { isOwn: true })).toEqual(none)
    expect(swaps).toHaveLength(6)
  })

  it('stays one where the factory does not know it, whatever it says of itself', async () => {
    expect(await doubtsAfter([{ named: MALLORY }, { named: MALLORY }])).toEqual(all)
    const claims = { first: WETH, second: MALLORY, fee: 500 } as const
    expect(await doubtsAfter([{ claims }, { claims }])).toEqual(all)
  })

  it('stays one where the operators differ, or there is one alone', async () => {
    expect(await doubtsAfter([{}, { named: MALLORY }])).toEqual(all)
    expect(await doubtsAfter([{}])).toEqual(all)
  })

  it('is not confirmed by another word: of another pool, another kind, or another direction', async () => {
    const change = (flip: bigint) => (call: (typeof swaps)[number]) => {
      const end = call.data.length - (call.data.length % 64 === 10 ? 0 : 8)
      const word = BigInt(`0x${call.data.slice(end - 64, end)}`) ^ flip
      return { ...call, data: `${call.data.slice(0, end - 64)}${word.toString(16).padStart(64, '0')}` }
    }
    for (const flip of [1n, 3n << 253n, 1n << 253n]) {
      expect(await doubtsAfter([{}, {}], { calls: swaps.map(change(flip)) })).toEqual(all)
    }
    const others = swaps.map(change(1n << 247n))
    await expect(doubtsAfter([{}, {}], { calls: others })).rejects.toThrow('its pool pays out an asset other than')
  })

  it('is refused where it pays another token', async () => {
    const calls = swaps.filter(({ pays }) => pays !== COIN).map((call) => ({ ...call, pays: MALLORY }))
    await expect(doubtsAfter([{}, {}], { calls })).rejects.toThrow('its pool pays out an asset other than TOKEN')
  })

  it("is none where it is one of Sushi's, and no other flag or address is one", async () => {
    const bought = realCalls.filter(({ name }) => name === 'paraswap5 buy')
    const changed = (flip: bigint) =>
      bought.map((call) => {
        const word = BigInt(`0x${call.data.slice(-64)}`) ^ flip
        return { ...call, data: `${call.data.slice(0, -64)}${word.toString(16).padStart(64, '0')}` }
      })
    expect(await doubtsAfter([{}, {}], { calls: bought })).toEqual([[]])
    expect(await doubtsAfter([{}, { named: MALLORY }], { calls: bought })).toEqual([['opaque-call']])
    expect(await doubtsAfter([{}, {}], { calls: changed(1n) })).toEqual([['opaque-call']])
    await expect(doubtsAfter([{}, {}], { calls: changed(1n << 160n) })).rejects.toThrow('its pool pays out an asset')
  })

  it('is refused where the coin comes of another token than the wrapped coin', async () => {
    const calls = realCalls
      .filter(({ name }) => name === 'paraswap5 buy')
      .map((call) => ({
        ...call,
        pays: COIN,
        data: `${call.data.slice(0, 202)}${MALLORY.slice(2).padStart(64, '0')}${call.data.slice(266)}`,
      }))
    await expect(doubtsAfter([{}, {}], { calls })).rejects.toThrow("not the chain's wrapped coin")
  })
})
