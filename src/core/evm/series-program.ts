/*
 * Code that makes calls one after the other from the account that it is put at by the state override of one eth_call, and
 * reads between them: for nodes that lack eth_simulateV1. A contract that is called can tell that the account has this code.
 */

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
export type SeriesTask =
  | { readonly kind: 'call'; readonly to: string; readonly data: string; readonly value: bigint; readonly gas: bigint }
  | { readonly kind: 'read'; readonly to: string; readonly data: string }
  | { readonly kind: 'balance'; readonly of: string }

/** Bytes that a task returns: two words. */
export const TASK_BYTES = 64

/** Code that does the tasks and returns their words; a call that fails ends it with what the call returned. */
export function seriesProgram(tasks: readonly SeriesTask[]): string {
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

function taskCode(task: SeriesTask, { output, scratch, data, place }: Places): string {
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
