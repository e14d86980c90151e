import { describe, expect, it } from 'vitest'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import { execOf, realCalls, termsOfCall, THEN_MS } from './real-calls.ts'

/* Orders for another chain within real calls, with one thing changed. */

const MALLORY = '6666666666666666666666666666666666666666'
const word = (value: bigint) => value.toString(16).padStart(64, '0')

/** What is read of a call in which one text is replaced by another, wherever it stands. */
function readOf(name: string) {
  const call = realCalls.find((one) => one.name === name) ?? expect.unreachable()
  return (from = '', to = '') => {
    const data = call.data.toLowerCase().replaceAll(from, to)
    if (from !== '') expect(data).not.toBe(call.data.toLowerCase())
    return readPayload({ ...execOf(call), providerCalldata: data }, termsOfCall(call), THEN_MS)
  }
}

const codesOf = ({ doubts }: ReturnType<typeof readPayload>) => doubts.map(({ code }) => code)

describe("an order of Mayan's", () => {
  const read = readOf('lifi swap and Mayan')
  const recipient = '5fa848e3d3b3de38c2218c0c91aadf5c45fd058affce9a822a7880be55ef8661'
  const least = word(22_073_233n)
  const until = word(0x6a71f922n)
  const wrapped = word(0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2n)

  it('pays what it says, counted in eight decimals', () => {
    const { minimumReceived, deadlineSec, doubts } = read()
    expect({ minimumReceived, deadlineSec, doubts }).toEqual({
      minimumReceived: 220_732_330n,
      deadlineSec: 0x6a71f922,
      doubts: [],
    })
  })

  it('is refused where it pays another, less, or on another chain', () => {
    expect(() => read(recipient, MALLORY.padStart(64, '0'))).toThrow('pays another recipient')
    expect(() => read(`${recipient}${word(1n)}`, `${MALLORY.padStart(64, '6')}${word(1n)}`)).toThrow(
      'another recipient',
    )
    expect(() => read(least, word(22_073_232n))).toThrow('accepts less than must arrive')
    expect(() => read(`${recipient}${word(1n)}`, `${recipient}${word(2n)}`)).toThrow('another chain than it names')
  })

  it('is refused where another gets the refund, or the coin becomes another token', () => {
    const trader = '000000000000000000000000bd618324639cf4dee9d3a97a905e8c0620f86162'
    expect(() => read(trader, MALLORY.padStart(64, '0'))).toThrow('lets another wallet take refunds')
    expect(() => read(`${trader}${recipient}`, `${MALLORY.padStart(64, '0')}${recipient}`)).toThrow('another wallet')
    expect(() => read(wrapped, MALLORY.padStart(64, '0'))).toThrow("not the chain's wrapped coin")
  })

  it('is in doubt where it names a token instead of the coin', () => {
    expect(codesOf(read(`${word(0n)}${least}`, `${word(7n)}${least}`))).toEqual(['opaque-call'])
  })

  it('is in doubt with fees of others, a call on the other chain, or gas that is dropped there', () => {
    const [noGas, cancel, refund] = [word(0n), word(47n), word(5319n)]
    expect(codesOf(read(`${until}${word(0n)}`, `${until}${word(1n)}`))).toEqual(['opaque-call'])
    expect(codesOf(read(`${cancel}${refund}`, `${cancel}${word(10n ** 8n)}`))).toEqual(['opaque-call'])
    expect(codesOf(read(`${least}${noGas}`, `${least}${word(1n)}`))).toEqual(['opaque-call'])
    const owner = word(0xbd618324639cf4dee9d3a97a905e8c0620f86162n)
    expect(codesOf(read(`${word(1n)}${owner}`, `${word(2n)}${owner}`))).toEqual(['opaque-call'])
  })

  it('is in doubt at a contract that is not known, or after a swap', () => {
    expect(codesOf(read('40ffe85a28dc9993541449464d7529a922142960', MALLORY))).toEqual(['opaque-call'])
    const kept = `${wrapped}${word(0x1f9953ec127c00n)}`
    expect(codesOf(read(kept, `${wrapped}${word(0x0f9953ec127c00n)}`))).toEqual(['opaque-call'])
  })
})

describe("a deposit into HyperCore through Circle's extension", () => {
  const read = readOf('cctp extension')
  const forwarder = word(0xb21d281dedb17ae5b501f6aa8256fe38c4e45757n)
  const account = '9d7ae84c1e55c0f2dfd6909a88ba93f48617e750'

  it('pays the account that its hook names, less the fee', () => {
    const { minimumReceived, recipient, doubts } = read()
    expect([minimumReceived, recipient?.toLowerCase(), doubts]).toEqual([7_880_000n, `0x${account}`, []])
  })

  it('is refused where the hook names another, or the fee is higher', () => {
    expect(() => read(`18${account}`, `18${MALLORY}`)).toThrow('pays another recipient')
    expect(() => read(word(200_000n), word(200_003n))).toThrow('accepts less than must arrive')
  })

  it('is in doubt with another forwarder, another chain, another hook, or in parts', () => {
    const unread: readonly (readonly [string, string])[] = [
      [forwarder, word(BigInt(`0x${MALLORY}`))],
      [`${forwarder}${forwarder}`, `${forwarder}${word(0n)}`],
      [`${word(19n)}${forwarder}`, `${word(6n)}${forwarder}`],
      [`${account}00000000`, `${account}ffffffff`],
      ['636374702d666f7277617264', '636374702d666f7277617265'],
      [`${word(8_080_000n)}${word(19n)}`, `${word(4_040_000n)}${word(19n)}`],
    ]
    for (const [from, to] of unread) expect(codesOf(read(from, to))).toEqual(['opaque-call'])
  })
})
