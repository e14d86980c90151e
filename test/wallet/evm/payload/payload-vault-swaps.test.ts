import { describe, expect, it } from 'vitest'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import {
  asciiHex,
  COIN_CALL,
  ETHEREUM_VAULT,
  EVM_PAID,
  REFUND_TO,
  TOKEN_CALL,
  type VaultCall,
  vaultCall,
} from '../../../support/vault-calls.ts'
import { type Attack, attacksOn, coinExec, testAttacks, tokenExec, WHY } from './attacks.ts'
import { ZERO } from './contracts.ts'
import { BOB, BTC_BOB, MALLORY, NOW_MS } from './parties.ts'
import { BTC_TERMS, TOKEN_TERMS } from './terms.ts'

/* Calls of Chainflip's Vault: those that mainnet encoded, and what a hostile server could make of one. */

const BTC: PayTerms = {
  ...BTC_TERMS,
  provider: 'CHAINFLIP',
  depositor: REFUND_TO,
  dst: { ...BTC_TERMS.dst, minimumOut: 2_999_999n },
}
const ARB: PayTerms = {
  ...TOKEN_TERMS,
  provider: 'CHAINFLIP',
  depositor: REFUND_TO,
  recipient: EVM_PAID,
  src: { ...TOKEN_TERMS.src, units: 1_000_000_000n },
  dst: {
    chainKey: 'arbitrum',
    chainId: 42161,
    address: ZERO,
    symbol: 'ETH',
    decimals: 18,
    minimumOut: 10n ** 17n - 1n,
  },
}
const PAYOUT_COST = 'The network takes the cost of the payout from the least that the call enforces'
/** 0.03 BTC for 1 ETH. */
const minPrice = (3_000_001n << 128n) / 10n ** 18n
const honestCall: VaultCall = { chain: 3, to: asciiHex(BTC_BOB), asset: 5, refund: REFUND_TO, minPrice }
const swap = (changes: Partial<VaultCall> = {}, to: string = ETHEREUM_VAULT) =>
  coinExec(to, vaultCall({ ...honestCall, ...changes }))
const attack = attacksOn(BTC, swap())
const paid = { srcAmount: '1000000000', approvalAmount: '1000000000' }

const attacks: readonly Attack[] = [
  attack('pays another recipient', swap({ to: asciiHex('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq') }), WHY.RECIPIENT),
  attack('pays the recipient in another script', swap({ to: BOB }), WHY.RECIPIENT),
  attack('refunds another wallet', swap({ refund: MALLORY }), WHY.KEEPER),
  attack('pays another asset', swap({ chain: 1, asset: 3, to: BOB }), 'its calldata pays out on chain 1, not bitcoin'),
  attack(
    'accepts less than must arrive',
    swap({ minPrice: minPrice / 2n }),
    'its calldata accepts less than must arrive, 0.02999999 BTC',
  ),
  attack('accepts anything', swap({ minPrice: 0n }), 'its calldata accepts less than must arrive, 0.02999999 BTC'),
]

const TOO_LONG = 'it spreads the swap over too long a time'
const attackInParts = attacksOn(BTC, swap({ parts: [300, 12], retry: 600 }))
const ofPace: readonly Attack[] = [
  attackInParts('spreads the swap over years', swap({ parts: [10_000, 10_000] }), TOO_LONG),
  attackInParts('waits long between two parts', swap({ parts: [2, 101] }), TOO_LONG),
  attackInParts('makes more parts than fit into hours', swap({ parts: [1_801, 2] }), TOO_LONG),
  attackInParts('has as many parts as fit into its field', swap({ parts: [4_294_967_295, 4_294_967_295] }), TOO_LONG),
  attackInParts('tries the price for days', swap({ retry: 601 }), 'it tries the price for longer than 1h'),
]

testAttacks([...attacks, ...ofPace])

describe('a call of the Vault', () => {
  it.each([
    ['coin', coinExec(ETHEREUM_VAULT, COIN_CALL), BTC, BTC_BOB],
    ['token', tokenExec(ETHEREUM_VAULT, TOKEN_CALL, paid), ARB, EVM_PAID],
  ])('that mainnet encoded for a %s is read whole but for the cost of the payout', (_, exec, terms, recipient) => {
    expect(readPayload(exec, terms, NOW_MS)).toMatchObject({
      recipient,
      minimumReceived: undefined,
      doubts: [{ code: 'opaque-call', text: PAYOUT_COST, isPromise: true }],
    })
  })

  it.each([
    [{}, 'The swap is tried for up to 15m before it is refunded'],
    [
      { parts: [6, 2] as const },
      'The swap is made in 6 parts, 12s apart, each of which is tried for up to 15m before the rest is refunded',
    ],
  ])('says in how many parts and for how long it is swapped: %j', (changes, note) => {
    expect(readPayload(swap(changes), BTC, NOW_MS).warnings).toEqual([note, PAYOUT_COST])
  })

  it('is no promise of another provider, nor of another contract', () => {
    const codes = (exec: typeof coinCall, terms: PayTerms) =>
      readPayload(exec, terms, NOW_MS).doubts.map(({ code, isPromise }) => [code, isPromise])
    const coinCall = coinExec(ETHEREUM_VAULT, COIN_CALL)
    expect(codes(coinCall, { ...BTC, provider: 'RELAY' })).toEqual([['opaque-call', undefined]])
    expect(codes(coinExec(MALLORY, COIN_CALL), BTC)).toEqual([
      ['opaque-call', undefined],
      ['unknown-call', undefined],
    ])
  })

  it.each([
    ['takes a commission', { commission: 50 }],
    ['takes a fee for a boost', { boost: 10 }],
    ['names an asset that we do not know', { asset: 40 }],
    ['names an asset of another chain', { chain: 4 }],
  ])('that %s is not read, and says so', (_, changes) => {
    const { recipient, doubts } = readPayload(swap(changes), BTC, NOW_MS)
    expect(recipient).toBeUndefined()
    expect(doubts.map(({ code }) => code)).toContain('opaque-call')
  })
})
