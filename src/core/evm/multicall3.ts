import { MULTICALL3_FUNCTIONS } from './functions.ts'
import { addressWord, encodeCall } from './abi.ts'
import { readable, readBytes, readList, readNumber, readTuple, resultsOf, Unreadable } from './words.ts'

/*
 * Multicall3, many reads of contracts in one call: https://www.multicall3.com. With viem's `multicall` (2.57.1), 10 ms to
 * load, a token that uses up the gas spoils its whole batch; callers here halve the batch.
 */

/** One call that reads a contract. */
export interface ContractRead {
  /** 0x address. */
  readonly to: string
  /** 0x-hex. */
  readonly data: string
}

/** Calldata of aggregate3 with reads that may each fail by themselves. */
export function encodeAggregate3(reads: readonly ContractRead[]): string {
  const list = reads.map(({ to, data }) => ({ struct: [addressWord(to), 1n, { bytes: data }] }))
  return encodeCall(MULTICALL3_FUNCTIONS.aggregate3.selector, [{ list }])
}

/**
 * The results of aggregate3, (bool success, bytes returnData)[], in the order of the reads, as 0x-hex; undefined for
 * each that was reverted, and for the whole when it is no list of so many results.
 * @param returned 0x-hex
 * @param count from 0
 */
export function decodeAggregate3(returned: string, count: number): readonly (string | undefined)[] | undefined {
  return readable(() => {
    const { length, elements } = readList(resultsOf(returned), 0, count)
    if (length !== count) throw new Unreadable('another number of results')
    return Array.from({ length }, (_, index) => {
      const result = readTuple(elements, index)
      const data = readBytes(result, 1)
      return readNumber(result, 0) === 1n ? data : undefined
    })
  })
}
