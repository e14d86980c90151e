import { describe, expect, it } from 'vitest'
import type { Exec } from '../../../../src/core/api/documents.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import {
  APP_DATA_HASH,
  presignCall,
  RELAYER,
  SETTLEMENT,
  type StatedOrder,
  uidByViem,
} from '../../../providers/cow/orders.ts'
import { DAI, USDC, WETH, ZERO } from './contracts.ts'
import { ALICE, BOB, MALLORY, NOW_MS } from './parties.ts'
import { TOKEN_TERMS, WETH_TERMS } from './terms.ts'

/* Orders of CoW Protocol that the wallet signs by their uid: whatever the payload shows, the uid is made again. */

const COIN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const honest: StatedOrder = {
  sellToken: USDC,
  buyToken: COIN,
  receiver: BOB,
  sellAmount: '100000000',
  buyAmount: '50000000000000000',
  validTo: NOW_MS / 1000 + 1800,
  appData: APP_DATA_HASH,
  feeAmount: '0',
  kind: 'sell',
  partiallyFillable: false,
  sellTokenBalance: 'erc20',
  buyTokenBalance: 'erc20',
}

/** @param order what the payload shows; its uid is what the call signs unless `change` says otherwise */
function execOf(order: StatedOrder, change: Partial<Exec> = {}): Exec {
  return {
    chainId: 1,
    providerTarget: SETTLEMENT,
    providerCalldata: presignCall(uidByViem(order, ALICE, 1)),
    value: '0',
    srcToken: USDC,
    srcAmount: '100000000',
    approvalTarget: RELAYER,
    approvalToken: USDC,
    approvalAmount: '100000000',
    meta: { order },
    ...change,
  }
}
const read = (exec: Exec, terms: PayTerms = TOKEN_TERMS) => readPayload(exec, terms, NOW_MS)
const calling = (uid: string) => ({ providerCalldata: presignCall(uid as `0x${string}`) })

describe('the signature of an order', () => {
  it('is read whole: who is paid, the least, until when, and no doubt', () => {
    expect(read(execOf(honest))).toMatchObject({
      functionName: 'setPreSignature',
      recipient: BOB,
      minimumReceived: 50_000_000_000_000_000n,
      deadlineSec: honest.validTo,
      isSignedOrder: true,
      approval: { spender: RELAYER, amount: 100_000_000n },
      doubts: [],
      warnings: [],
    })
  })

  it('pays a token as well, and the payer where it names nobody', () => {
    const toToken = { ...honest, buyToken: WETH }
    expect(read(execOf(toToken), WETH_TERMS)).toMatchObject({ recipient: BOB, doubts: [] })
    const toOwner = { ...honest, receiver: ZERO }
    expect(read(execOf(toOwner), { ...TOKEN_TERMS, recipient: ALICE })).toMatchObject({ recipient: ALICE, doubts: [] })
    expect(() => read(execOf(toOwner))).toThrow('pays another recipient')
  })

  it.each<[string, Partial<StatedOrder>, string]>([
    ['another recipient', { receiver: MALLORY }, 'its calldata pays another recipient'],
    ['the payer as recipient', { receiver: ALICE }, 'its calldata pays another recipient'],
    ['less than must arrive', { buyAmount: '49000000000000000' }, 'accepts less than must arrive'],
    ['another asset', { buyToken: WETH }, 'pays out an asset other than ETH'],
    ['another token that is sold', { sellToken: DAI }, 'takes another token'],
    ['more than the amount', { sellAmount: '100000001' }, 'sells another amount'],
    ['less than the amount', { sellAmount: '99999999' }, 'sells another amount'],
    ['an end that has passed', { validTo: NOW_MS / 1000 - 1 }, 'deadline has passed'],
    ['an end that is far away', { validTo: NOW_MS / 1000 + 3 * 3600 + 1 }, 'for longer than 3 hours'],
  ])('of %s is refused', (_name, change, why) => {
    expect(() => read(execOf({ ...honest, ...change }))).toThrow(why)
  })

  it.each<[string, string]>([
    ['recipient', uidByViem({ ...honest, receiver: MALLORY }, ALICE, 1)],
    ['least', uidByViem({ ...honest, buyAmount: '1' }, ALICE, 1)],
    ['asset', uidByViem({ ...honest, buyToken: DAI }, ALICE, 1)],
    ['fee', uidByViem({ ...honest, feeAmount: '1' }, ALICE, 1)],
    ['kind', uidByViem({ ...honest, kind: 'buy' }, ALICE, 1)],
    ['end', uidByViem({ ...honest, validTo: 2 ** 32 - 1 }, ALICE, 1)],
    ['owner', uidByViem(honest, MALLORY, 1)],
    ['chain', uidByViem(honest, ALICE, 100)],
    ['contract', uidByViem(honest, ALICE, 1, MALLORY)],
  ])('of an order with another %s than the one that is shown is refused', (_name, uid) => {
    expect(() => read(execOf(honest, calling(uid)))).toThrow('signs another order than the one that it shows')
  })

  it.each<[string, Exec['meta']]>([
    ['no order', {}],
    ['an order that is none', { order: 'trust me' }],
    ['an order that may be filled in part', { order: { ...honest, partiallyFillable: true } }],
    ['an order with a fee', { order: { ...honest, feeAmount: '1' } }],
  ])('that shows %s is refused', (_name, meta) => {
    expect(() => read(execOf(honest, { meta: meta ?? {} }))).toThrow('gives power over what is yours')
  })

  it('that takes a signature back is refused', () => {
    const exec = execOf(honest, { providerCalldata: presignCall(uidByViem(honest, ALICE, 1), false) })
    expect(() => read(exec)).toThrow('gives power over what is yours')
  })

  it('at another contract is refused, even where its uid is right', () => {
    const uid = uidByViem(honest, ALICE, 1, MALLORY)
    const exec = execOf(honest, { ...calling(uid), providerTarget: MALLORY, approvalTarget: MALLORY })
    expect(() => read(exec)).toThrow('gives power over what is yours')
  })

  it.each([SETTLEMENT, MALLORY])('approves the relayer of the settlement alone, not %s', (approvalTarget) => {
    expect(() => read(execOf(honest, { approvalTarget }))).toThrow('approve a contract that it does not call')
  })

  it('sends no coin', () => {
    expect(() => read(execOf(honest, { value: '1' }))).toThrow('its value is above the amount')
  })
})
