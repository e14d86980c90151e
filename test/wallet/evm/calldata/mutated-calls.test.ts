import { describe, expect, it } from 'vitest'
import type { Exec } from '../../../../src/core/api/documents.ts'
import { isSwapError } from '../../../../src/core/api/errors.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import { CHAIN_IDS, execOf, type RealCall, realCalls, termsOfCall, THEN_MS } from './real-calls.ts'

/*
 * Real calls with one thing changed, each of which takes something from the user: none of them may be read as if it were
 * still what was agreed.
 */

const MALLORY = '6666666666666666666666666666666666666666'

/** Words of an ABI are changed where they stand, wherever the value of the honest call is found. */
const word = (value: bigint | string) =>
  typeof value === 'bigint'
    ? value.toString(16).padStart(64, '0')
    : value.replace(/^0x/, '').toLowerCase().padStart(64, '0')

const replaceAll = (from: string, to: string) => (data: string) => data.toLowerCase().replaceAll(from, to)

/** Where a word of the arguments begins. */
const at = (index: number) => 10 + 64 * index

interface Mutation {
  readonly name: string
  /** Undefined where the call has nothing of the kind. */
  readonly change: (call: RealCall) => { readonly exec: Exec; readonly terms?: PayTerms } | undefined
}

const inData = (change: (call: RealCall) => (data: string) => string): Mutation['change'] => {
  return (call) => {
    const data = change(call)(call.data)
    return data === call.data.toLowerCase() || data === call.data
      ? undefined
      : { exec: { ...execOf(call), providerCalldata: data } }
  }
}

const MUTATIONS: readonly Mutation[] = [
  { name: 'another recipient', change: inData(({ recipient }) => replaceAll(word(recipient), word(MALLORY))) },
  { name: 'nothing as the least', change: inData(({ leastWord }) => replaceAll(word(BigInt(leastWord)), word(0n))) },
  {
    name: 'less as the least',
    change: inData(({ leastWord }) => replaceAll(word(BigInt(leastWord)), word(BigInt(leastWord) / 2n))),
  },
  {
    name: 'another token that arrives',
    change: inData(({ paysWord }) =>
      paysWord === undefined ? (data) => data : replaceAll(word(paysWord), word(MALLORY)),
    ),
  },
  {
    name: 'more of what is taken',
    change: inData(({ units, takes, data }) =>
      takes === COIN || !data.includes(word(BigInt(units)))
        ? (same) => same
        : replaceAll(word(BigInt(units)), word(BigInt(units) * 2n)),
    ),
  },
  { name: 'a word behind the end', change: inData(() => (data) => `${data}${word(1n)}${word(2n)}${word(3n)}`) },
  {
    name: 'bits above an address',
    change: inData(({ recipient }) => replaceAll(word(recipient), `01${word(recipient).slice(2)}`)),
  },
  {
    name: 'a larger value',
    change: (call) => ({ exec: { ...execOf(call), value: String(BigInt(call.value) + 10n ** 18n) } }),
  },
  {
    name: 'a spender that is not called',
    change: (call) =>
      call.takes === COIN
        ? undefined
        : {
            exec: {
              ...execOf(call),
              approvalTarget: `0x${MALLORY}`,
              approvalToken: call.takes,
              approvalAmount: call.units,
            },
          },
  },
  {
    name: 'another chain',
    change: (call) => ({ exec: { ...execOf(call), chainId: CHAIN_IDS.bsc } }),
  },
  {
    name: 'a contract at which nothing of the kind stands',
    change: (call) => ({ exec: { ...execOf(call), providerTarget: `0x${MALLORY}` } }),
  },
  {
    name: 'a transfer from the wallet within',
    change: inData(({ from, takes, units }) => (data) => {
      const moves = `23b872dd${word(from)}${word(MALLORY)}${word(BigInt(units))}`
      return takes === COIN ? data : `0x${moves}`
    }),
  },
  {
    name: 'offsets that point to each other',
    change: inData(() => (data) => {
      const offsets = Array.from({ length: 8 }, (_, index) => index).filter((index) => {
        const value = BigInt(`0x${data.slice(at(index), at(index + 1)) || '0'}`)
        return value > 0n && value < BigInt(data.length / 2) && value % 32n === 0n
      })
      const [first, second] = offsets
      if (first === undefined || second === undefined) return data
      const [a, b] = [data.slice(at(first), at(first + 1)), data.slice(at(second), at(second + 1))]
      const swapped = `${data.slice(0, at(first))}${b}${data.slice(at(first + 1), at(second))}${a}${data.slice(at(second + 1))}`
      return swapped
    }),
  },
]

const COIN = '0x0000000000000000000000000000000000000000'

/** What becomes of a payload. */
function outcomeOf(exec: Exec, terms: PayTerms): 'refused' | 'doubted' | 'read' {
  try {
    return readPayload(exec, terms, THEN_MS).doubts.length > 0 ? 'doubted' : 'read'
  } catch (error) {
    if (isSwapError(error) && error.code === 'WALLET_REFUSED') return 'refused'
    throw error
  }
}

/** Calls of which everything is read; of the others nothing but their doubt is sure. */
const read = realCalls.filter((call) => outcomeOf(execOf(call), termsOfCall(call)) === 'read')

describe.each(MUTATIONS)('$name', ({ change }) => {
  const changed = read.flatMap((call) => {
    const mutant = change(call)
    return mutant === undefined ? [] : [{ name: call.name, terms: termsOfCall(call), ...mutant }]
  })

  it.each(changed)('is refused or doubted in $name', ({ exec, terms }) => {
    expect(outcomeOf(exec, terms)).not.toBe('read')
  })

  it('changes several of the calls', () => {
    expect(changed.length).toBeGreaterThan(5)
  })
})

it('a deadline that has passed is refused', () => {
  const dated = read.filter((call) => readPayload(execOf(call), termsOfCall(call), THEN_MS).deadlineSec !== undefined)
  const outcomes = dated.map((call) => {
    const { deadlineSec = 0 } = readPayload(execOf(call), termsOfCall(call), THEN_MS)
    expect(() => readPayload(execOf(call), termsOfCall(call), deadlineSec * 1000)).toThrow('its deadline has passed')
    return call.name
  })
  expect(outcomes.length).toBeGreaterThan(1)
})
