import { isHex, toQuantity } from '../../../core/evm/json-rpc.ts'
import { RpcError } from '../../../core/evm/rpc-error.ts'
import { isRevert, revertReason } from '../../../core/evm/revert-reason.ts'
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

const OP = {
  stop: '00',
  sub: '03',
  lt: '10',
  eq: '14',
  and: '16',
  address: '30',
  balance: '31',
  caller: '33',
  codecopy: '39',
  returndatasize: '3d',
  returndatacopy: '3e',
  mstore: '52',
  jumpi: '57',
  gas: '5a',
  jumpdest: '5b',
  dup1: '80',
  swap1: '90',
  call: 'f1',
  return: 'f3',
  staticcall: 'fa',
  revert: 'fd',
} as const

/** A call or read of the code: its words of output are whether it worked, and the gas of a call or the number that was read. */
type Task =
  | { readonly kind: 'call'; readonly to: string; readonly data: string; readonly value: bigint; readonly gas: bigint }
  | { readonly kind: 'read'; readonly to: string; readonly data: string }
  | { readonly kind: 'balance'; readonly of: string }

const TASK_BYTES = 64

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
  const overrides = { [from]: { code: programOf(tasks) } }
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

function tasksOf({ calls, holdings }: Pick<Series, 'calls' | 'holdings'>): readonly Task[] {
  const reads = holdings.map(({ owner, token, spender }): Task => {
    if (token === undefined) return { kind: 'balance', of: owner }
    return { kind: 'read', ...tokenRead(token, owner, spender) }
  })
  const own = calls.map(({ to, data, value = 0n, gas }): Task => {
    const before = BASE_GAS + (BigInt(data.length - 2) / 2n) * BYTE_GAS
    return { kind: 'call', to, data, value, gas: gas > before ? gas - before : shareOf(calls) }
  })
  return [...reads, ...own, ...reads]
}

/** Code that does the tasks and returns their words; a call that fails ends it with what the call returned. */
function programOf(tasks: readonly Task[]): string {
  const scratch = tasks.length * TASK_BYTES
  const texts = tasks.map((task) => ('data' in task ? task.data.slice(2) : ''))
  // Only the wallet's own call runs it: what others send or call there finds an account without code.
  const onlyOwn = `${OP.caller}${OP.address}${OP.eq}`
  const begin = `${onlyOwn}${push(onlyOwn.length / 2 + 7)}${OP.jumpi}${OP.stop}${OP.jumpdest}`
  const tail = `${push(scratch)}${push(0)}${OP.return}`
  // Places take four bytes each, so that the length of the code does not depend on them.
  const lengths = tasks.map(
    (task, index) => taskCode(task, { output: index * TASK_BYTES, scratch, data: 0, place: 0 }).length / 2,
  )
  const end = lengths.reduce((sum, length) => sum + length, (begin.length + tail.length) / 2)
  let [place, data, code] = [begin.length / 2, end, begin]
  tasks.forEach((task, index) => {
    code += taskCode(task, { output: index * TASK_BYTES, scratch, data, place })
    place += lengths[index] ?? 0
    data += (texts[index] ?? '').length / 2
  })
  return `0x${code}${tail}${texts.join('')}`
}

interface Places {
  /** In memory. */
  readonly output: number
  readonly scratch: number
  /** In the code: of the task's data, and of the task itself. */
  readonly data: number
  readonly place: number
}

function taskCode(task: Task, { output, scratch, data, place }: Places): string {
  const store = (offset: number) => `${push(output + offset)}${OP.mstore}`
  if (task.kind === 'balance') return `${pushAddress(task.of)}${OP.balance}${store(32)}${push(1)}${store(0)}`
  const length = (task.data.length - 2) / 2
  const load = `${push(length)}${push(data)}${push(scratch)}${OP.codecopy}`
  const input = `${push(length)}${push(scratch)}`
  if (task.kind === 'read') {
    const ask = `${push(32)}${push(output + 32)}${input}${pushAddress(task.to)}${OP.gas}${OP.staticcall}`
    return `${load}${ask}${OP.returndatasize}${push(31)}${OP.lt}${OP.and}${store(0)}`
  }
  const call = `${push(0)}${push(0)}${input}${pushWord(task.value)}${pushAddress(task.to)}${pushWord(task.gas)}${OP.call}`
  const start = `${load}${OP.gas}${call}${OP.dup1}`
  const failed = `${OP.returndatasize}${push(0)}${push(0)}${OP.returndatacopy}${OP.returndatasize}${push(0)}${OP.revert}`
  const target = place + start.length / 2 + push(0).length / 2 + 1 + failed.length / 2
  const goOn = `${push(target)}${OP.jumpi}${failed}${OP.jumpdest}`
  return `${start}${goOn}${store(0)}${OP.gas}${OP.swap1}${OP.sub}${store(32)}`
}

/** Pushes a number of four bytes. */
function push(value: number): string {
  return `63${value.toString(16).padStart(8, '0')}`
}

function pushAddress(address: string): string {
  return `73${address.slice(2).toLowerCase()}`
}

function pushWord(value: bigint): string {
  return `7f${value.toString(16).padStart(64, '0')}`
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
