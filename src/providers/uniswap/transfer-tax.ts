import * as z from 'zod'
import { addressWord, encodeCall } from '../../core/evm/abi.ts'
import { ERC20 } from '../../core/evm/functions.ts'
import { isHex, toQuantity } from '../../core/evm/json-rpc.ts'
import { seriesProgram, type SeriesTask, TASK_BYTES } from '../../core/evm/series-program.ts'
import { readResult } from '../../core/evm/words.ts'
import { smaller } from '../../core/money/larger.ts'
import type { Json } from '../../core/ports.ts'
import type { ProviderContext } from '../contract.ts'

/*
 * Whether a token keeps a part of each transfer. V3's router compares its minimum with what a pool sends, not with what
 * arrives, so such a token evades the minimum. The test moves a pool's tokens to an unused address and back, only in a
 * simulation by nodes: eth_simulateV1, or one eth_call with code of ours at the pool where nodes lack that.
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

/** `whole` where all that is sent arrives, in both directions; `unknown` where no node shows it. */
export type TransferTax = 'whole' | 'taxed' | 'unknown'

/** An address that nobody uses. */
const NOBODY = '0x00000000000000000000000000000000ba1a0ce6'
/** Base units that every pool holds and that show a tax of a hundredth of a percent. */
const ENOUGH = 1_000_000n
/** Share of what was sent that is sent back: a tax of up to nine tenths leaves enough. */
const SENT_BACK = 10n
/** Base units that a token which counts in shares may lose by rounding. */
const ROUNDING = 2n
/** Gas of one transfer in the eth_call, and of the whole: nodes bound what a call may take. */
const [TRANSFER_GAS, WHOLE_GAS] = [2_000_000n, 8_000_000n]

const answerSchema = z.tuple([
  z.looseObject({ calls: z.array(z.looseObject({ status: z.string(), returnData: z.string() })) }),
])

/** What arrives of the transfers, and what the nodes say: one node first, then others and the other way. */
export async function tryTransfer(
  context: ProviderContext,
  chainKey: string,
  { token, pool, amount }: TriedTransfer,
): Promise<TransferTax> {
  const tried = smaller(amount, ENOUGH)
  const simulation = simulateTransfers(token, pool, tried)
  const first = await unlessItFails(context.rpc(chainKey, 'eth_simulateV1', simulation), undefined)
  const verdict = readSimulation(first, tried)
  if (verdict !== 'unknown') return verdict
  const [simulated, called] = await Promise.all([
    unlessItFails(context.rpcOfOperators(chainKey, 'eth_simulateV1', simulation), []),
    unlessItFails(context.rpcOfOperators(chainKey, 'eth_call', callTransfers(token, pool, tried)), []),
  ])
  const verdicts = [
    ...simulated.map((answer) => readSimulation(answer, tried)),
    ...called.map((answer) => readCalled(answer, tried)),
  ]
  return (['taxed', 'whole'] as const).find((found) => verdicts.includes(found)) ?? 'unknown'
}

async function unlessItFails<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  return asked.catch(() => otherwise)
}

function simulateTransfers(token: string, pool: string, units: bigint): readonly Json[] {
  const call = (from: string, data: string): Json => ({ from, to: token, input: data })
  const readBalance = (owner: string) => call(owner, balanceOf(owner))
  const calls = [
    readBalance(NOBODY),
    call(pool, transfer(NOBODY, units)),
    readBalance(NOBODY),
    readBalance(pool),
    call(NOBODY, transfer(pool, units / SENT_BACK)),
    readBalance(pool),
  ]
  return [{ blockStateCalls: [{ calls }], validation: false }, 'latest']
}

function readSimulation(answer: unknown, tried: bigint): TransferTax {
  const results = answerSchema.safeParse(answer).data?.[0].calls ?? []
  const balances = [0, 2, 3, 5].map((index) => readResult(results[index]?.returnData ?? '0x'))
  const [wasSent, wasSentBack] = [1, 4].map((index) => results[index]?.status === '0x1')
  return verdictOf(
    balances.map((balance, index) => ((index < 2 ? wasSent : wasSentBack) === true ? balance : undefined)),
    tried,
  )
}

/** The same in one eth_call: code at the pool sends and reads, code at the unused address sends back. */
function callTransfers(token: string, pool: string, units: bigint): readonly Json[] {
  const readBalance = (owner: string): SeriesTask => ({ kind: 'read', to: token, data: balanceOf(owner) })
  const send = (to: string, data: string): SeriesTask => ({ kind: 'call', to, data, value: 0n, gas: TRANSFER_GAS })
  const code = seriesProgram([
    readBalance(NOBODY),
    send(token, transfer(NOBODY, units)),
    readBalance(NOBODY),
    readBalance(pool),
    send(NOBODY, transfer(pool, units / SENT_BACK)),
    readBalance(pool),
  ])
  const overrides = { [pool]: { code }, [NOBODY]: { code: forwarder(token) } }
  return [{ from: pool, to: pool, gas: toQuantity(WHOLE_GAS) }, 'latest', overrides]
}

function readCalled(answer: unknown, tried: bigint): TransferTax {
  if (!isHex(answer) || answer.length !== 2 + 6 * TASK_BYTES * 2) return 'unknown'
  const word = (task: number, place: number) => readResult(answer, task * 2 + place)
  return verdictOf(
    [0, 2, 3, 5].map((task) => (word(task, 0) === 1n ? word(task, 1) : undefined)),
    tried,
  )
}

/** @param balances of the receiver before and after the first transfer, then before and after the second */
function verdictOf([first, second, third, fourth]: readonly (bigint | undefined)[], tried: bigint): TransferTax {
  const isLess = (before: bigint | undefined, after: bigint | undefined, sent: bigint) =>
    before === undefined || after === undefined ? undefined : after - before < sent - ROUNDING
  const verdicts = [isLess(first, second, tried), isLess(third, fourth, tried / SENT_BACK)]
  if (verdicts.includes(true)) return 'taxed'
  return verdicts.includes(undefined) ? 'unknown' : 'whole'
}

/** Code that hands its calldata on to a contract, and fails where that fails. */
function forwarder(to: string): string {
  // calldatacopy(0, 0, calldatasize), then call(gas, to, 0, 0, calldatasize, 0, 0).
  const call = `36600060003760006000366000600073${to.slice(2).toLowerCase()}5af1`
  // jumpi over revert(0, 0), which takes eight bytes with the push of the place.
  const place = (call.length / 2 + 8).toString(16).padStart(2, '0')
  return `0x${call}60${place}5760006000fd5b00`
}

function balanceOf(owner: string): string {
  return encodeCall(ERC20.balanceOf.selector, [addressWord(owner)])
}

function transfer(to: string, units: bigint): string {
  return encodeCall(ERC20.transfer.selector, [addressWord(to), units])
}
