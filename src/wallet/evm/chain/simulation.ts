import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { PERMIT2_EVENTS, TOKEN_EVENTS } from '../../../core/evm/events.ts'
import { ERC20 } from '../../../core/evm/functions.ts'
import { addressWord, encodeCall } from '../../../core/evm/abi.ts'
import { COIN_STAND_IN } from '../../../core/evm/tokens.ts'
import { sameAddress } from '../../../core/assets/address.ts'
import { readResult } from '../../../core/evm/words.ts'
import { RpcError } from '../../../core/evm/rpc-error.ts'
import { isHex, quantityOf, recordOf, toQuantity } from '../../../core/evm/json-rpc.ts'
import { larger, smaller } from '../../../core/money/larger.ts'
import type { ChainRpc, Ids, Json, OperatorAnswer } from '../../../core/ports.ts'
import { revertReason } from '../../../core/evm/revert-reason.ts'
import type { SwapError } from '../../../core/api/errors.ts'
import { refusalFor } from '../../refusal.ts'
import type { EvmChain } from '../evm-chain.ts'
import type { GasPrice } from '../network-fees.ts'
import { upperMiddle } from './middle.ts'
import { disagreement } from './node-refusal.ts'
import { type Block, callJson, type ViewCall } from './reads.ts'

/*
 * A series of calls run by nodes without a signature, each on the state that the one before left: eth_simulateV1 of the
 * Ethereum execution APIs. What the parties hold and allow is read before and after inside the same simulation, so that the
 * figures do not rest on what contracts log about themselves.
 *
 * A contract must not be able to tell a simulation from the block that follows: prices, gas limits and the fields of the
 * block are those of the transaction that will be signed, and what reads for us stands at an address that nobody can guess.
 *
 * viem's `simulateBlocks` (2.57.1) loses what the node says about a call that returns no revert data, such as that the
 * coin is short, and passes on logs whose topics are no list.
 */

/** What an address holds of one asset. */
export interface Holding {
  readonly owner: string
  /** Undefined for the native coin. */
  readonly token: string | undefined
  /** Who may take it: what is read is the allowance. Undefined for what the owner holds. */
  readonly spender?: string
}

/** A holding before and after the series, in base units. */
export interface HoldingChange extends Holding {
  readonly before: bigint
  readonly after: bigint
}

/** One log of a simulated call. */
export interface SimulatedLog {
  /** 0x address. */
  readonly address: string
  /** 0x-hex words. */
  readonly topics: readonly string[]
  /** 0x-hex. */
  readonly data: string
}

/** What became of one call of the series. */
export interface SimulatedCall {
  readonly ok: boolean
  /** Why it was reverted; undefined for a call that was not. */
  readonly reason: string | undefined
  readonly gasUsed: bigint
  readonly logs: readonly SimulatedLog[]
}

/** What a series would do. */
export interface Simulation {
  readonly calls: readonly SimulatedCall[]
  /** In the order of the requested holdings; of the coin what is paid for gas is left out. */
  readonly holdings: readonly HoldingChange[]
  /** False where the logs of the calls cannot be seen. */
  readonly hasLogs: boolean
}

/** A call with the gas limit that will be signed. */
export interface LimitedCall extends ViewCall {
  readonly gas: bigint
}

/** What is simulated, as it will be signed. */
export interface Series {
  readonly from: string
  readonly calls: readonly LimitedCall[]
  readonly holdings: readonly Holding[]
  readonly price: GasPrice
  /** Wei for one gas in the next block; undefined on chains without base fee. */
  readonly baseFee: bigint | undefined
  /** The newest block. */
  readonly block: Block
  /** Epoch seconds. */
  readonly nowSec: bigint
}

/** The price of gas without input, else the coin balance of the address in the first word. */
const READER_CODE = '0x36600d573a60005260206000f35b6000353160005260206000f3'
/** Coins of the address that reads, so that it can pay for gas as others do. */
const READER_COINS = toQuantity(10n ** 27n)
/** Differences between nodes that are no disagreement: one part in this many. */
const NEAR = 10_000n

/** What a series did by the word of the nodes. */
export interface AgreedSimulation {
  readonly simulation: Simulation
  /** False where only one operator could tell. */
  readonly isAgreed: boolean
}

/**
 * Runs calls of one account in order, as the next block would, by the nodes of two operators; undefined where none of them can.
 * @param ids for addresses that nobody can guess
 * @throws WALLET_REFUSED when the nodes tell different things
 */
export async function simulateSeries(chain: EvmChain, series: Series, ids: Ids): Promise<AgreedSimulation | undefined> {
  return agreeOn(chain, async (count) => {
    const [reader, payer] = [randomAddress(ids), randomAddress(ids)]
    const heard = new Map<string, Simulation>()
    for (const validation of [true, false]) {
      const params = [requestOf(series, reader, payer, validation), toQuantity(series.block.number)]
      const answers = await chain.rpc.requestOperators({ method: 'eth_simulateV1', params }, count)
      for (const answer of answers) {
        const simulation = readAnswer(answer, series)
        if (simulation !== undefined && !heard.has(answer.operator)) heard.set(answer.operator, simulation)
      }
      // Nodes that refuse validation must be heard too, or the first one that takes it would be alone.
      if (heard.size >= Math.min(count, 2, chain.rpc.operators.length)) break
    }
    return [...heard.values()]
  })
}

/**
 * Hears two operators, and all where these differ or cannot tell.
 * @throws WALLET_REFUSED when no two of several agree
 */
export async function agreeOn(
  { rpc, key }: Pick<EvmChain, 'rpc' | 'key'>,
  hear: (count: number) => Promise<readonly Simulation[]>,
): Promise<AgreedSimulation | undefined> {
  const few = await hear(rpc.isOwn ? 1 : 2)
  const agreed = pickAgreed(rpc, few)
  if (agreed !== undefined || rpc.operators.length <= few.length) return agreed ?? single(few, key)
  const all = await hear(Math.min(rpc.operators.length, 4))
  return pickAgreed(rpc, all) ?? single(all, key)
}

function pickAgreed({ isOwn }: ChainRpc, heard: readonly Simulation[]): AgreedSimulation | undefined {
  const [first] = heard
  if (isOwn) return first === undefined ? undefined : { simulation: first, isAgreed: true }
  const simulation = heard.find((one, index) => heard.some((other, place) => place > index && isSame(one, other)))
  return simulation === undefined ? undefined : { simulation, isAgreed: true }
}

function single([first, ...others]: readonly Simulation[], key: string): AgreedSimulation | undefined {
  if (others.length > 0) throw disagreement('about what the payment would do', key)
  return first === undefined ? undefined : { simulation: first, isAgreed: false }
}

/** The same success, the same changes to one part in ten thousand, and logs of the same events with near amounts. */
function isSame(one: Simulation, other: Simulation): boolean {
  const outcomes = ({ calls }: Simulation) => calls.map(({ ok }) => ok).join()
  if (outcomes(one) !== outcomes(other) || !haveSameLogs(one, other)) return false
  return one.holdings.every(({ before, after }, index) => {
    const same = other.holdings[index]
    if (same === undefined) return false
    const [a, b] = [after - before, same.after - same.before]
    return isNear(a, b)
  })
}

function isNear(a: bigint, b: bigint): boolean {
  const [difference, size] = [a > b ? a - b : b - a, a < 0n ? -a : a]
  return difference * NEAR <= size + 2n * NEAR
}

/** Events that the check of a payment reads: all others may differ. */
const READ_EVENTS: ReadonlySet<string> = new Set(
  [...Object.values(TOKEN_EVENTS), ...Object.values(PERMIT2_EVENTS)].map(({ topic }) => topic),
)

/** The same token events of the same contracts and parties in the same order, with near amounts. */
function haveSameLogs(one: Simulation, other: Simulation): boolean {
  // Nodes report coins in ways of their own, and the holdings show them.
  const read = ({ logs }: SimulatedCall) =>
    logs.filter(
      ({ address, topics: [event = ''] }) =>
        READ_EVENTS.has(event.toLowerCase()) && !sameAddress(address, COIN_STAND_IN),
    )
  return one.calls.every((call, index) => {
    const ours = read(call)
    const theirs = other.calls.slice(index, index + 1).flatMap(read)
    return ours.length === theirs.length && ours.every((log, place) => isSameLog(log, theirs[place]))
  })
}

function isSameLog(one: SimulatedLog, other: SimulatedLog | undefined): boolean {
  const subject = ({ address, topics, data }: SimulatedLog) => [address, ...topics, data.length].join().toLowerCase()
  if (other === undefined || subject(one) !== subject(other)) return false
  const words = (one.data.length - 2) / 64
  return Array.from({ length: words }, (_, index) => index).every((index) =>
    isNear(readResult(one.data, index) ?? 0n, readResult(other.data, index) ?? 0n),
  )
}

/**
 * Gas that each call of an account uses in the next block, in order, where nothing is charged for it: the middle of what operators say,
 * the higher of two; undefined where no node can tell.
 * @throws WALLET_REFUSED where every node that can tell says that a call would fail: none of the calls before it is paid for
 */
export async function measureGas(
  rpc: ChainRpc,
  { from, calls, block, nowSec }: Pick<Series, 'from' | 'block' | 'nowSec'> & { readonly calls: readonly ViewCall[] },
): Promise<readonly bigint[] | undefined> {
  const next = { blockOverrides: nextBlock(block, nowSec), calls: calls.map((call) => callJson({ ...call, from })) }
  const params = [{ blockStateCalls: [next], validation: false }, toQuantity(block.number)]
  const answers = await rpc.requestOperators({ method: 'eth_simulateV1', params }, rpc.operators.length)
  const told = answers
    .map((answer) => ('value' in answer ? callsOf(answer.value)?.map(outcomeOf) : undefined))
    .filter((results) => results?.length === calls.length)
  const run = told.flatMap((results) => (results?.every(({ ok }) => ok) === true ? [results] : []))
  const used = calls.map((_, index) => upperMiddle(run.flatMap((results) => results[index]?.gasUsed ?? [])))
  if (run.length > 0) return used.map((gas) => gas ?? 0n)
  const failed = told[0]?.find(({ ok }) => !ok)
  if (failed !== undefined) throw seriesWouldFail(failed)
  return undefined
}

/** A simulated call that fails. */
export function seriesWouldFail({ reason }: Pick<SimulatedCall, 'reason'>): SwapError {
  return refusalFor('simulation', `The transaction would fail: ${reason ?? 'no reason was given'}`)
}

/** An address that nobody can guess. */
function randomAddress(ids: Ids): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(ids.create('probe_')))).slice(-40)}`
}

function requestOf(series: Series, reader: string, payer: string, validation: boolean): Json {
  const { from, calls, holdings, price, baseFee, block, nowSec } = series
  const paid =
    price.type === 'legacy'
      ? { gasPrice: toQuantity(price.gasPrice) }
      : {
          maxFeePerGas: toQuantity(price.maxFeePerGas),
          maxPriorityFeePerGas: toQuantity(price.maxPriorityFeePerGas),
        }
  const reads = [{ to: reader, data: '0x' }, ...holdings.map((holding) => readOf(holding, reader))]
  const readGas = toQuantity(gasOfRead(block))
  const readCalls = reads.map((call) => ({ ...callJson({ ...call, from: payer }), ...paid, gas: readGas }))
  const own = calls.map((call) => ({ ...callJson({ ...call, from }), ...paid, gas: toQuantity(call.gas) }))
  const { feeRecipient, prevRandao } = block
  return {
    blockStateCalls: [
      {
        blockOverrides: {
          ...nextBlock(block, nowSec),
          gasLimit: toQuantity(block.gasLimit),
          baseFeePerGas: baseFee === undefined ? undefined : toQuantity(baseFee),
          feeRecipient,
          prevRandao,
        },
        stateOverrides: { [reader]: { code: READER_CODE }, [payer]: { balance: READER_COINS } },
        calls: [...readCalls, ...own, ...readCalls],
      },
    ],
    traceTransfers: true,
    validation,
  }
}

/** Contracts may do more in the next block than in the newest one: some count once for each time. */
function nextBlock(
  { number, timestampSec }: Block,
  nowSec: bigint,
): { readonly number: string; readonly time: string } {
  return { number: toQuantity(number + 1n), time: toQuantity(larger(nowSec, timestampSec + 1n)) }
}

/** Gas for a read: without a limit nodes give it all of the block, which is more than one transaction may have. */
function gasOfRead({ gasLimit }: Block): bigint {
  // Chains with blocks of this size count gas in smaller units.
  return gasLimit > 1_000_000_000n ? 100_000_000n : smaller(3_000_000n, gasLimit / 4n)
}

/** How a holding is read. @param reader holds the code that reads coins */
function readOf({ owner, token, spender }: Holding, reader: string): ViewCall {
  if (token === undefined) return { to: reader, data: encodeCall('0x', [addressWord(owner)]) }
  return tokenRead(token, owner, spender)
}

/** The call that reads what an address holds of a token, or lets a spender take. */
export function tokenRead(token: string, owner: string, spender: string | undefined): ViewCall {
  const data =
    spender === undefined
      ? encodeCall(ERC20.balanceOf.selector, [addressWord(owner)])
      : encodeCall(ERC20.allowance.selector, [addressWord(owner), addressWord(spender)])
  return { to: token, data }
}

/** What a node's answer shows; undefined for one that cannot be used. */
function readAnswer(answer: OperatorAnswer, { from, calls, holdings }: Series): Simulation | undefined {
  if (!('value' in answer)) return undefined
  const results = callsOf(answer.value)?.map(outcomeOf)
  const reads = holdings.length + 1
  if (results?.length !== 2 * reads + calls.length) return undefined
  const own = results.slice(reads, reads + calls.length).map(({ returned: _, ...call }) => call)
  const price = readResult(results[0]?.returned ?? '0x')
  if (price === undefined) return undefined
  const forGas = own.reduce((sum, { gasUsed }) => sum + gasUsed, 0n) * price
  const changes = holdings.map((holding, index) => {
    const before = readResult(results[1 + index]?.returned ?? '0x')
    const after = readResult(results[reads + calls.length + 1 + index]?.returned ?? '0x')
    if (before === undefined || after === undefined) return undefined
    const paysGas = holding.token === undefined && holding.owner.toLowerCase() === from.toLowerCase()
    return { ...holding, before, after: paysGas ? after + forGas : after }
  })
  if (!changes.every((change) => change !== undefined)) return undefined
  return { calls: own, holdings: changes, hasLogs: true }
}

/** The results of the one block in a node's answer. */
function callsOf(answer: unknown): readonly unknown[] | undefined {
  const calls = Array.isArray(answer) && answer.length === 1 ? recordOf(answer[0])['calls'] : undefined
  return Array.isArray(calls) ? calls : undefined
}

function outcomeOf(result: unknown): SimulatedCall & { readonly returned: string } {
  const { status, gasUsed, returnData, logs, error } = recordOf(result)
  const ok = quantityOf(status) === 1n
  const returned = isHex(returnData) ? returnData : '0x'
  return {
    ok,
    reason: ok ? undefined : failureOf(recordOf(error), returned),
    gasUsed: quantityOf(gasUsed) ?? 0n,
    logs: Array.isArray(logs) ? logs.map(logOf).filter((log) => log !== undefined) : [],
    returned,
  }
}

function failureOf({ code, message, data }: Readonly<Record<string, unknown>>, returned: string): string {
  const text = typeof message === 'string' ? message : ''
  const words = isHex(data) && data.length > 2 ? data : returned
  const error = new RpcError(text, typeof code === 'number' ? code : 3, words === '0x' ? undefined : words)
  return revertReason(error) ?? 'no reason was given'
}

function logOf(log: unknown): SimulatedLog | undefined {
  const { address, topics, data } = recordOf(log)
  const words = Array.isArray(topics) ? topics.filter(isHex) : []
  return isHex(address) && isHex(data) ? { address: address.toLowerCase(), topics: words, data } : undefined
}
