import { ERC20 } from '../../../core/evm/functions.ts'
import { addressWord, encodeCall } from '../../../core/evm/abi.ts'
import { readResult } from '../../../core/evm/words.ts'
import { RpcError } from '../../../core/evm/rpc-error.ts'
import { isHex, quantityOf, recordOf } from '../../../core/evm/json-rpc.ts'
import type { ChainRpc, Json } from '../../../core/ports.ts'
import { isSwapError } from '../../../core/api/errors.ts'
import { revertReason } from '../../../core/evm/revert-reason.ts'
import { callJson, type ViewCall } from './reads.ts'

/*
 * A series of calls run by the node without a signature, each on the state that the one before left: eth_simulateV1 of the
 * Ethereum execution APIs. What the parties hold is read before and after inside the same simulation, so that the figures
 * do not rest on what contracts log about themselves.
 *
 * viem's `simulateBlocks` (2.57.1) loses what the node says about a call that returns no revert data, such as that the
 * coin is short, and passes on logs whose topics are no list.
 */

/** What an address holds of one asset. */
export interface Holding {
  readonly owner: string
  /** Undefined for the native coin. */
  readonly token: string | undefined
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
  /** In the order of the requested holdings. */
  readonly holdings: readonly HoldingChange[]
}

/** An address without contract or owner; in the simulation alone it holds the code below. */
const COIN_READER = '0x00000000000000000000000000000000ba1a0ce5'
/** Returns the coin balance of the address in the first word of its input: CALLDATALOAD, BALANCE, MSTORE, RETURN. */
const COIN_READER_CODE = '0x6000353160005260206000f3'

/**
 * Runs calls of one account in order; undefined where the node cannot simulate series.
 * @throws SERVICE_UNAVAILABLE when no node answers
 */
export async function simulateSeries(
  rpc: ChainRpc,
  from: string,
  calls: readonly ViewCall[],
  holdings: readonly Holding[],
): Promise<Simulation | undefined> {
  const reads = holdings.map((holding) => ({ from, ...readOf(holding) }))
  const all = [...reads, ...calls.map((call) => ({ ...call, from })), ...reads]
  const options: Json = {
    blockStateCalls: [{ stateOverrides: { [COIN_READER]: { code: COIN_READER_CODE } }, calls: all.map(callJson) }],
    traceTransfers: true,
    validation: false,
  }
  let answer: unknown
  try {
    answer = await rpc.request({ method: 'eth_simulateV1', params: [options, 'latest'] })
  } catch (error) {
    // Nodes without the method word it in many ways; those that cannot be reached fail at the next read as well.
    if (error instanceof RpcError || (isSwapError(error) && error.code === 'SERVICE_UNAVAILABLE')) return undefined
    throw error
  }
  const results = callsOf(answer)
  if (results?.length !== all.length) return undefined
  const parsed = results.map(outcomeOf)
  const changes = holdings.map((holding, index) => {
    const before = readResult(parsed[index]?.returned ?? '0x')
    const after = readResult(parsed[all.length - reads.length + index]?.returned ?? '0x')
    return before === undefined || after === undefined ? undefined : { ...holding, before, after }
  })
  if (!changes.every((change) => change !== undefined)) return undefined
  return {
    calls: parsed.slice(reads.length, all.length - reads.length).map(({ returned: _, ...call }) => call),
    holdings: changes,
  }
}

function readOf({ owner, token }: Holding): ViewCall {
  if (token !== undefined) return { to: token, data: encodeCall(ERC20.balanceOf.selector, [addressWord(owner)]) }
  return { to: COIN_READER, data: encodeCall('0x', [addressWord(owner)]) }
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
