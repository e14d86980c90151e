import { describe, expect, it } from 'vitest'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import { execOf, realCalls, termsOfCall, THEN_MS } from './real-calls.ts'

/* Orders of makers that 1inch lets others fill: words of the arguments are the order, then the signature, amount and flags. */

const MALLORY = '6666666666666666666666666666666666666666'
const call = realCalls.find(({ name }) => name === '1inch fillOrder')
if (call === undefined) throw new Error('no order')
const [MAKER_TOKEN, TRAITS, AMOUNT, FLAGS] = [3, 7, 10, 11]

/** The order with some of its words changed. */
function read(changes: Readonly<Record<number, (word: bigint) => bigint>>, terms: Partial<PayTerms> = {}) {
  const data = Object.entries(changes).reduce((hex, [index, change]) => {
    const at = 10 + 64 * Number(index)
    const word = change(BigInt(`0x${hex.slice(at, at + 64)}`))
    return `${hex.slice(0, at)}${word.toString(16).padStart(64, '0')}${hex.slice(at + 64)}`
  }, call?.data ?? '')
  return readPayload(
    { ...execOf(call as never), providerCalldata: data },
    { ...termsOfCall(call as never), ...terms },
    THEN_MS,
  )
}

const flag = (bit: bigint) => (word: bigint) => word | (1n << bit)

describe("an order of 1inch's", () => {
  it('pays all that its maker gives, or nothing', () => {
    const { minimumReceived, recipient, doubts } = read({})
    expect({ minimumReceived, recipient, doubts }).toEqual({
      minimumReceived: 1_450_069_633_901_244n,
      recipient: call.recipient,
      doubts: [],
    })
  })

  it('is in doubt where others may have filled a part of it', () => {
    expect(read({ [TRAITS]: flag(254n) }).doubts.map(({ code }) => code)).toEqual(['opaque-call'])
    expect(read({ [TRAITS]: (word) => flag(254n)(flag(255n)(word)) }).doubts).toEqual([])
  })

  it('is in doubt where its amount is of what is paid out, or another account gets that', () => {
    expect(read({ [FLAGS]: flag(255n) }).doubts).toHaveLength(1)
    expect(read({ [FLAGS]: flag(251n) }).doubts).toHaveLength(1)
  })

  it('is refused where less of it is filled than pays the least', () => {
    expect(() => read({ [AMOUNT]: (word) => word / 2n })).toThrow('accepts less than must arrive')
  })

  it('is refused where it says to unwrap a token that is not the wrapped coin', () => {
    expect(() => read({ [MAKER_TOKEN]: () => BigInt(`0x${MALLORY}`) })).toThrow("not the chain's wrapped coin")
  })
})
