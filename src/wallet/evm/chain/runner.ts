import { isHex, toQuantity } from '../../../core/evm/json-rpc.ts'
import { RpcError } from '../../../core/evm/rpc-error.ts'
import { isRevert, revertReason } from '../../../core/evm/revert-reason.ts'
import { seriesProgram, type SeriesTask, TASK_BYTES } from '../../../core/evm/series-program.ts'
import { readResult } from '../../../core/evm/words.ts'
import type { Json, OperatorAnswer } from '../../../core/ports.ts'
import type { EvmChain } from '../evm-chain.ts'
import { type AgreedSimulation, agreeOn, type Series, type Simulation, tokenRead } from './simulation.ts'

/*
 * A series of calls for nodes that lack eth_simulateV1: one eth_call that puts code of ours at the wallet's own address, so
 * that the calls come from there, one on the state that the other left. It reads what the wallet holds and allows before and
 * after. Logs cannot be seen, and a contract can tell that the wallet has code.
 */

/** Gas for all calls whose limit is not known yet: nodes bound what a call may take. */
const MOST_GAS = 14_000_000n
/** What a transaction costs before its call runs, and for each byte of its data at most. */
const [BASE_GAS, BYTE_GAS] = [21_000n, 16n]
/** Gas for what the code itself does. */
const OWN_GAS = 2_000_000n

/**
 * Runs calls of one account in order on nodes that take overrides; undefined where none of them does.
 * @throws WALLET_REFUSED when the nodes tell different things
 */
export function runSeries(
  chain: EvmChain,
  series: Omit<Series, 'nowSec' | 'baseFee'>,
): Promise<AgreedSimulation | undefined> {
  const { from, calls, price } = series
  const tasks = tasksOf(series)
  const gas = calls.reduce((sum, call) => sum + (call.gas > 0n ? call.gas : shareOf(calls)), OWN_GAS)
  const paid =
    price.type === 'legacy'
      ? { gasPrice: toQuantity(price.gasPrice) }
      : { maxFeePerGas: toQuantity(price.maxFeePerGas), maxPriorityFeePerGas: toQuantity(price.maxPriorityFeePerGas) }
  const overrides = { [from]: { code: seriesProgram(tasks) } }
  const ask = async (fields: Json, count: number) => {
    const params: Json[] = [fields, 'latest', overrides]
    const answers = await chain.rpc.requestOperators({ method: 'eth_call', params }, count)
    return answers.flatMap((answer) => readAnswer(answer, series) ?? [])
  }
  return agreeOn(chain, async (count) => {
    const own = { from, to: from, gas: toQuantity(gas) }
    const asSigned = await ask({ ...own, ...paid }, count)
    // The coin may not cover all that gas: it is only lent here.
    return asSigned.length > 0 ? asSigned : ask(own, count)
  })
}

/** Gas for one of several calls whose limits are not known. */
function shareOf(calls: readonly unknown[]): bigint {
  return MOST_GAS / BigInt(calls.length)
}

function tasksOf({ calls, holdings }: Pick<Series, 'calls' | 'holdings'>): readonly SeriesTask[] {
  const reads = holdings.map(({ owner, token, spender }): SeriesTask => {
    if (token === undefined) return { kind: 'balance', of: owner }
    return { kind: 'read', ...tokenRead(token, owner, spender) }
  })
  const own = calls.map(({ to, data, value = 0n, gas }): SeriesTask => {
    const before = BASE_GAS + (BigInt(data.length - 2) / 2n) * BYTE_GAS
    return { kind: 'call', to, data, value, gas: gas > before ? gas - before : shareOf(calls) }
  })
  return [...reads, ...own, ...reads]
}

/** What a node's answer shows; undefined for one that cannot be used, such as of a node that ignores overrides. */
function readAnswer(
  answer: OperatorAnswer,
  { calls, holdings }: Pick<Series, 'calls' | 'holdings'>,
): Simulation | undefined {
  if ('error' in answer) {
    const { error } = answer
    if (!(error instanceof RpcError) || !isRevert(error)) return undefined
    const reason = revertReason(error) ?? 'no reason was given'
    const failed = { ok: false, reason, gasUsed: 0n, logs: [] }
    return { calls: [failed], holdings: [], hasLogs: false }
  }
  const { value } = answer
  const count = 2 * holdings.length + calls.length
  if (!isHex(value) || value.length !== 2 + count * TASK_BYTES * 2) return undefined
  const word = (task: number, place: number) => readResult(value, task * 2 + place) ?? 0n
  const changes = holdings.map((holding, index) => {
    const last = holdings.length + calls.length + index
    if (word(index, 0) !== 1n || word(last, 0) !== 1n) return undefined
    return { ...holding, before: word(index, 1), after: word(last, 1) }
  })
  if (!changes.every((change) => change !== undefined)) return undefined
  const own = calls.map(({ data }, index) => {
    const before = BASE_GAS + (BigInt(data.length - 2) / 2n) * BYTE_GAS
    return { ok: true, reason: undefined, gasUsed: before + word(holdings.length + index, 1), logs: [] }
  })
  return { calls: own, holdings: changes, hasLogs: false }
}
