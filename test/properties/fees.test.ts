import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FEE_TYPES } from '../../src/core/api/enums.ts'
import { type Fee, type FeeInput, type FeeToken, reconcileFees } from '../../src/core/money/fees.ts'
import { toTermsDocument } from '../../src/core/api/terms-document.ts'
import { formatUsd } from '../../src/core/money/usd.ts'
import { assertReconciles, FEE_TYPES as API_FEE_TYPES, microUsd } from '../support/contract-fields.ts'

const TOKEN: FeeToken = { chainId: 1, chainName: 'Ethereum', address: '0x0', symbol: 'ETH', decimals: 18 }

const OTHER: FeeToken = { ...TOKEN, address: '0x1', symbol: 'USDC', decimals: 6 }
const BOTH = [TOKEN, OTHER, { ...TOKEN, address: '0x2' }]

const usd = fc.bigInt({ min: 0n, max: 10n ** 18n })
const draft: fc.Arbitrary<Fee> = fc.record(
  {
    type: fc.constantFrom(...FEE_TYPES),
    amount: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    token: fc.constantFrom(...BOTH),
    usd: fc.option(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), { nil: undefined }),
    description: fc.string(),
    providerLabel: fc.string(),
    included: fc.boolean(),
  },
  { requiredKeys: ['type', 'amount', 'token', 'usd', 'description', 'providerLabel'] },
)
const input = fc.record({
  srcUsd: usd,
  dstUsd: usd,
  items: fc.array(draft, { maxLength: 8 }),
  src: fc.record({ token: fc.constant(OTHER), amount: fc.bigInt({ min: 1n, max: 10n ** 30n }) }),
  dst: fc.record({ token: fc.constant(TOKEN), amount: fc.bigInt({ min: 0n, max: 10n ** 30n }) }),
  dstPriceUsd: fc.bigInt({ min: 0n, max: 10n ** 12n }),
})

/** What the API says of fees that were completed. */
function documentOf(stated: FeeInput) {
  const side = { symbol: 'ETH', decimals: 18, amount: 1n }
  const fees = reconcileFees(stated)
  return toTermsDocument({ src: side, dst: side, minimumOut: 1n, fees, steps: [], estimatedTimeSec: 0 })
}

test('fees reconcile exactly, whatever the provider states', () => {
  fc.assert(
    fc.property(input, (stated) => {
      const { fees } = documentOf(stated)
      assertReconciles({ src: { usd: formatUsd(stated.srcUsd) }, dst: { usd: formatUsd(stated.dstUsd) }, fees })
    }),
    { numRuns: 2000 },
  )
})

test('every stated fee is kept as it is, its value too, and at most one item explains the rest', () => {
  fc.assert(
    fc.property(input, (stated) => {
      const { items } = documentOf(stated).fees
      expect(items.length - stated.items.length).toBeLessThanOrEqual(1)
      stated.items.forEach((item, index) => {
        const { address, symbol, decimals } = item.token
        const { amountUsd, ...facts } = items[index] ?? {}
        expect(facts).toEqual({
          type: item.type,
          amount: item.amount.toString(),
          token: { chainId: 1, address, symbol, decimals },
          description: item.description,
          providerLabel: item.providerLabel,
          chain: { chainId: 1, name: 'Ethereum' },
          ...(item.included === false ? { included: false } : {}),
        })
        const isOfSide = address === OTHER.address || (address === TOKEN.address && stated.dst.amount > 0n)
        const isValuedHere = item.usd === undefined && item.included !== false && isOfSide
        if (!isValuedHere) expect(amountUsd).toBe(item.usd === undefined ? undefined : formatUsd(item.usd))
        else expect(amountUsd).toBeDefined()
      })
      const rest = items[stated.items.length]
      if (rest !== undefined) {
        expect(rest.type).toBe(microUsd(rest.amountUsd ?? '0') > 0n ? 'route_loss' : 'transfer_reward')
      }
    }),
  )
})

test('the fee types are those of the API, in its order', () => {
  expect(FEE_TYPES).toEqual(API_FEE_TYPES)
})
