import { describe, expect, it } from 'vitest'
import { SYMBIOSIS } from '../../../../src/core/evm/bridges/symbiosis.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import { openRecordings } from '../../../support/recordings.ts'
import { USDC, WETH, ZERO } from './contracts.ts'
import { BOB, MALLORY } from './parties.ts'
import { BRIDGE_TERMS } from './terms.ts'

/* Calls of Symbiosis' router: what leaves and who gets a refund is read of a published one, and nobody else may take the token. */

const NOW_MS = Date.UTC(2026, 0, 15, 12)
const { router = '', gateway = '' } = SYMBIOSIS[1] ?? {}
const PUBLISHED = new URL('../../../providers/symbiosis/cases.ts', import.meta.url).href
const terms: PayTerms = {
  ...BRIDGE_TERMS,
  dst: { chainKey: 'bsc', chainId: 56, address: ZERO, symbol: 'BNB', decimals: 18, minimumOut: 1n },
}
const digitsOf = (text: string) => text.replace(/^0x/, '').toLowerCase()
const data = openRecordings(PUBLISHED)
  .textAt('quote-v1-ethereum-usdc-bnb.docs-example.json', 'tx.data')
  .replaceAll('f93d011544e89a28b5bdbdd833016cc5f26e82cd', digitsOf(BOB))
/** Who gets the refund stands behind where the call for the other chain begins, which is at 0x580. */
const REFUND_AT = data.indexOf(digitsOf(BOB), data.indexOf('0580') + 1)

interface Changed {
  readonly data?: string
  readonly to?: string
  readonly spender?: string
}
const read = ({ data: sent = data, to = router, spender = gateway }: Changed = {}) =>
  readPayload(
    {
      chainId: 1,
      providerTarget: to,
      providerCalldata: sent,
      value: '0',
      approvalTarget: spender,
      approvalToken: USDC,
      approvalAmount: terms.src.units.toString(),
    },
    terms,
    NOW_MS,
  )
const REFUSED = expect.objectContaining({ code: 'WALLET_REFUSED' }) as Error

describe("a call of Symbiosis' router", () => {
  it('takes the token by its gateway, and says that who is paid cannot be read', () => {
    expect(read()).toMatchObject({
      functionName: 'metaRoute',
      recipient: undefined,
      minimumReceived: undefined,
      approval: { spender: gateway, amount: terms.src.units },
      doubts: [{ code: 'opaque-call' }],
    })
  })

  it.each<[string, Changed]>([
    ['an approval for the router', { spender: router }],
    ['an approval for somebody else', { spender: MALLORY }],
    ['the gateway of another contract', { to: MALLORY }],
    ['another token', { data: data.replaceAll(digitsOf(USDC), digitsOf(WETH)) }],
    ['more than the amount', { data: data.replace('05f5e100', '05f5e101') }],
    [
      'a refund for somebody else',
      { data: `${data.slice(0, REFUND_AT)}${digitsOf(MALLORY)}${data.slice(REFUND_AT + 40)}` },
    ],
  ])('with %s is refused', (_name, changed) => {
    expect(() => read(changed)).toThrowError(REFUSED)
  })

  it('knows a router and a gateway for each chain, of which none is both', () => {
    const all = Object.values(SYMBIOSIS)
    expect(all.filter((one) => one.router === one.gateway)).toEqual([])
    expect(all.length).toBeGreaterThan(30)
  })
})
