import { ERC20 } from '../../core/evm/functions.ts'
import * as z from 'zod'
import { addressWord, encodeCall } from '../../core/evm/abi.ts'
import { readResult } from '../../core/evm/words.ts'
import type { Json } from '../../core/ports.ts'
import type { ProviderContext } from '../contract.ts'
import { smaller } from '../../core/money/larger.ts'

/*
 * Whether a token keeps a part of each transfer. V3's router compares its minimum with what a pool sends, not with what
 * arrives, so such a token evades the minimum. The test moves a pool's tokens to an unused address and back, only in a
 * simulation by the node (eth_simulateV1).
 */

/** A transfer to try. */
export interface TriedTransfer {
  /** 0x address. */
  readonly token: string
  /** Who holds some of it, 0x address. */
  readonly pool: string
  /** Most base units to move. */
  readonly amount: bigint
}

/** An address that nobody uses. */
const NOBODY = '0x00000000000000000000000000000000ba1a0ce6'
/** Base units that every pool holds and that show a tax of a hundredth of a percent. */
const ENOUGH = 1_000_000n
/** Base units that a token which counts in shares may lose by rounding. */
const ROUNDING = 2n

const answerSchema = z.tuple([
  z.looseObject({ calls: z.array(z.looseObject({ status: z.string(), returnData: z.string() })) }),
])

/** True when less arrives than is sent, in either direction; false also when the node does not answer. */
export async function isTaxed(
  context: ProviderContext,
  chainKey: string,
  { token, pool, amount }: TriedTransfer,
): Promise<boolean> {
  const tried = smaller(amount, ENOUGH)
  const call = (from: string, data: string): Json => ({ from, to: token, input: data })
  const readBalance = (owner: string) => call(owner, encodeCall(ERC20.balanceOf.selector, [addressWord(owner)]))
  const sendTransfer = (from: string, to: string) =>
    call(from, encodeCall(ERC20.transfer.selector, [addressWord(to), tried]))
  const calls = [
    readBalance(NOBODY),
    sendTransfer(pool, NOBODY),
    readBalance(NOBODY),
    readBalance(pool),
    sendTransfer(NOBODY, pool),
    readBalance(pool),
  ]
  const options: Json = { blockStateCalls: [{ calls }], validation: false }
  let answer: unknown
  try {
    answer = await context.rpc(chainKey, 'eth_simulateV1', [options, 'latest'])
  } catch {
    return false
  }
  const results = answerSchema.safeParse(answer).data?.[0].calls ?? []
  if (results.length !== calls.length) return false
  const isLess = (before: number, transfer: number, after: number) => {
    const [first, last] = [before, after].map((index) => readResult(results[index]?.returnData ?? '0x'))
    if (results[transfer]?.status !== '0x1' || first === undefined || last === undefined) return false
    return last - first < tried - ROUNDING
  }
  return isLess(0, 1, 2) || isLess(3, 4, 5)
}
