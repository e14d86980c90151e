import { describe, expect, it } from 'vitest'
import { NATIVE_EVM_ADDRESS } from '../../../src/core/assets/catalog.ts'
import { type MostCost, readMostCost } from '../../../src/core/money/most-cost.ts'
import { isAboveBound, readCostBound, tooCostly } from '../../../src/wallet/evm/cost-bound.ts'
import type { Appraise } from '../../../src/wallet/family.ts'

const MILLI = 10n ** 15n
const ETHEREUM = { key: 'ethereum', nativeSymbol: 'ETH' }
const USDC = {
  chainKey: 'ethereum',
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  decimals: 6,
  isNative: false,
}
const ETH = { chainKey: 'ethereum', address: NATIVE_EVM_ADDRESS, decimals: 18, isNative: true }
const USDC_1 = { ...USDC, units: 1n }
const USDC_100 = { ...USDC, units: 100_000_000n }

/** A coin of $4,000, and dollars. */
const appraise: Appraise = async ({ address, units }) => {
  const usd = address === NATIVE_EVM_ADDRESS ? (units * 4_000n) / 10n ** 12n : units
  return { usdLow: usd, usdHigh: usd }
}
const dollarsOnly: Appraise = async (asset) => (asset.address === NATIVE_EVM_ADDRESS ? undefined : appraise(asset))

async function bound(units: bigint, most?: MostCost, by: Appraise = appraise, src = USDC) {
  const { units: allowed, text } = await readCostBound(ETHEREUM, { ...src, units }, most, by)
  return [allowed, text]
}

describe('the most that the network may take', () => {
  it('is the larger of $10 and 5 % of the value where nothing else is said', async () => {
    expect(await bound(100_000_000n)).toEqual([10n ** 16n / 4n, '$10.00'])
    expect(await bound(2_000_000_000n)).toEqual([25n * MILLI, '5 % of the value'])
    expect(await bound(10n ** 18n, undefined, appraise, ETH)).toEqual([50n * MILLI, '5 % of the value'])
  })

  it('is what the user says, in dollars or as a share', async () => {
    expect(await bound(100_000_000n, { usd: 4_000_000n })).toEqual([MILLI, '$4.00'])
    expect(await bound(100_000_000n, { bps: 200 })).toEqual([MILLI / 2n, '2 % of the value'])
    expect(await bound(1n, { coin: 7n * MILLI })).toEqual([7n * MILLI, '0.007 ETH'])
  })

  it('is what the chain itself bounds where nobody knows what the coin is worth', async () => {
    expect(await bound(2_000_000_000n, undefined, dollarsOnly)).toEqual([10n * MILLI, '0.01 ETH'])
    expect(await bound(10n ** 18n, undefined, dollarsOnly, ETH)).toEqual([50n * MILLI, '5 % of the value'])
    expect(await bound(2n, undefined, async () => undefined)).toEqual([10n * MILLI, '0.01 ETH'])
  })

  it('cannot be held against the dollars of a coin without value, whatever bounds the price of gas', async () => {
    const unmeasured = await readCostBound(ETHEREUM, { ...USDC, units: 1n }, { usd: 5_000_000n }, dollarsOnly)
    expect([isAboveBound(unmeasured, 1n, false), isAboveBound(unmeasured, 1n, true)]).toEqual([true, true])
    expect(tooCostly(ETHEREUM, MILLI, unmeasured)).toMatchObject({
      ...{
        reason: 'cost',
        message: 'The network cost of up to 0.001 ETH cannot be held against $5.00: its value is not known',
      },
      hint: 'Nothing was signed. Say in coin what it may be: --max-cost 0.0011coin',
    })
  })

  it('of the chain itself stays under a bound of the price of gas, and the coin it says would accept more', async () => {
    const assumed = await readCostBound(ETHEREUM, { ...USDC, units: 1n }, undefined, dollarsOnly)
    const over = 11n * MILLI + 1n
    expect([isAboveBound(assumed, 9n * MILLI, true), isAboveBound(assumed, over, true)]).toEqual([false, true])
    const { hint = '' } = tooCostly(ETHEREUM, over, assumed)
    expect(hint).toBe('Nothing was signed. Wait for lower fees, or allow more: --max-cost 0.012coin')
    const most = readMostCost(hint.split('--max-cost ')[1] ?? '')
    expect(isAboveBound(await readCostBound(ETHEREUM, USDC_1, most, dollarsOnly), over, false)).toBe(false)
  })

  it('is nothing on a chain whose coin has neither value nor bound, unless a share of the coin or the user bounds it', async () => {
    const rootstock = { key: 'rootstock', nativeSymbol: 'RBTC' }
    const read = (src: typeof USDC, most?: MostCost) =>
      readCostBound(rootstock, { ...src, units: 10n ** 18n }, most, async () => undefined)
    const open = await read(USDC)
    expect([isAboveBound(open, 1n, false), isAboveBound(open, 1n, true)]).toEqual([true, false])
    expect(tooCostly(rootstock, 2_000n * MILLI, open)).toMatchObject({
      ...{ reason: 'cost', hint: 'Nothing was signed. Say in coin what it may be: --max-cost 2.1coin' },
      message: 'The network cost of up to 2 RBTC cannot be held against $10.00: its value is not known',
    })
    const ofCoin = await read(ETH)
    expect([isAboveBound(ofCoin, 50n * MILLI, false), isAboveBound(ofCoin, 51n * MILLI, false)]).toEqual([false, true])
    expect(isAboveBound(await read(USDC, { coin: 2n }), 2n, false)).toBe(false)
  })

  it('is refused with the dollars that would allow it, in the words of the review', async () => {
    const most = await readCostBound(ETHEREUM, USDC_100, undefined, appraise)
    expect([isAboveBound(most, 10n ** 16n / 4n, false), isAboveBound(most, 3n * MILLI, true)]).toEqual([false, true])
    expect(tooCostly(ETHEREUM, 3n * MILLI, most)).toMatchObject({
      ...{ reason: 'cost', message: 'The network cost is up to 0.003 ETH ($12.00), and at most $10.00 is to be paid' },
      hint: 'Nothing was signed. Wait for lower fees, or allow more: --max-cost 13usd',
    })
    const little = await readCostBound(ETHEREUM, USDC_100, { usd: 1_000n }, appraise)
    expect(tooCostly(ETHEREUM, MILLI / 79n, little).message).toMatch(
      /ETH \(\$0\.05063\), and at most \$0\.001 is to be paid$/,
    )
  })
})
