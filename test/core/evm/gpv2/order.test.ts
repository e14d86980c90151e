import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { orderDocument, orderUid, readOrder, textHash } from '../../../../src/core/evm/gpv2/order.ts'
import { APP_DATA, APP_DATA_HASH, SETTLEMENT, type StatedOrder, uidByViem } from '../../../providers/cow/orders.ts'

const RECORDINGS = new URL('../../../providers/cow/recordings/', import.meta.url)
const filled = JSON.parse(
  readFileSync(new URL('status-order-fulfilled-gnosis.json', RECORDINGS), 'utf8'),
) as StatedOrder & {
  readonly uid: string
  readonly owner: string
}
const OWNER = '0xfB3c7eb936cAA12B5A884d612393969A557d4307'
const DOCUMENT: StatedOrder = {
  sellToken: '0x6b175474e89094c44da98b954eedeac495271d0f',
  buyToken: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  receiver: OWNER,
  sellAmount: '317204930000000000000000',
  buyAmount: '154660553705223190565',
  validTo: 1771249538,
  appData: '0x96e951e996be0344c9d1a268449e318c24bb62134e8d644f1b1c1511612284ef',
  feeAmount: '0',
  kind: 'sell',
  partiallyFillable: false,
  sellTokenBalance: 'erc20',
  buyTokenBalance: 'erc20',
}

function read(document: unknown) {
  const order = readOrder(document)
  if (order === undefined) throw new Error('no order')
  return order
}

describe('the uid of an order', () => {
  it('is that of an order that was filled on Gnosis Chain', () => {
    expect(orderUid(read(filled), filled.owner, { chainId: 100, contract: SETTLEMENT })).toBe(filled.uid)
  })

  it.each([1, 100, 8453, 42161])('is what viem makes of it on chain %i', (chainId) => {
    expect(orderUid(read(DOCUMENT), OWNER, { chainId, contract: SETTLEMENT })).toBe(uidByViem(DOCUMENT, OWNER, chainId))
  })

  it.each<[string, Partial<StatedOrder>]>([
    ['token that is sold', { sellToken: SETTLEMENT }],
    ['token that is bought', { buyToken: SETTLEMENT }],
    ['receiver', { receiver: SETTLEMENT }],
    ['amount that is sold', { sellAmount: '1' }],
    ['least', { buyAmount: '1' }],
    ['end', { validTo: 1771249539 }],
    ['document', { appData: APP_DATA_HASH }],
  ])('is another one with another %s', (_name, change) => {
    const domain = { chainId: 1, contract: SETTLEMENT }
    const changed = { ...DOCUMENT, ...change }
    expect(orderUid(read(changed), OWNER, domain)).toBe(uidByViem(changed, OWNER, 1))
    expect(orderUid(read(changed), OWNER, domain)).not.toBe(orderUid(read(DOCUMENT), OWNER, domain))
  })
})

describe('the document of an order', () => {
  it('is read as it is written', () => {
    expect(orderDocument(read(DOCUMENT))).toEqual(DOCUMENT)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'order'],
    ['a fee on top of the amount', { ...DOCUMENT, feeAmount: '1' }],
    ['an exact amount to buy', { ...DOCUMENT, kind: 'buy' }],
    ['parts that may be filled', { ...DOCUMENT, partiallyFillable: true }],
    ['tokens that are kept elsewhere', { ...DOCUMENT, sellTokenBalance: 'external' }],
    ['a payment to elsewhere', { ...DOCUMENT, buyTokenBalance: 'internal' }],
    ['an amount as a number', { ...DOCUMENT, sellAmount: 5 }],
    ['an amount below nothing', { ...DOCUMENT, buyAmount: '-5' }],
    ['an amount above 2^256', { ...DOCUMENT, buyAmount: (2n ** 256n).toString() }],
    ['an end as a text', { ...DOCUMENT, validTo: '1771249538' }],
    ['an end of no whole second', { ...DOCUMENT, validTo: 1.5 }],
    ['an end beyond 32 bits', { ...DOCUMENT, validTo: 2 ** 32 }],
    ['no receiver', { ...DOCUMENT, receiver: undefined }],
    ['a token that is no address', { ...DOCUMENT, sellToken: '0x12' }],
    ['a hash of another length', { ...DOCUMENT, appData: '0x12' }],
  ])('with %s is none', (_name, document) => {
    expect(readOrder(document)).toBeUndefined()
  })

  it('has the hash of its text', () => {
    expect(textHash(APP_DATA)).toBe(APP_DATA_HASH)
    // The shortest document, as the API's documents have it.
    expect(textHash('{}')).toBe('0xb48d38f93eaa084033fc5970bf96e559c33c4cdc07d889ab00b4d63f9590739d')
  })
})
