import { decodeRevert } from '../../../src/core/evm/revert-reason.ts'
import { runBytecode } from './bytecode.ts'
import type { Contract, Machine } from './contracts.ts'
import { type MessageCall, Reverted, type Session, type SessionLog } from './session.ts'
import { keys } from './state.ts'

/** Contracts by address in small letters. */
export type Contracts = ReadonlyMap<string, Contract>

/** Gas of any transaction, and of a byte of its data that is zero and that is not. */
const [BASE_GAS, ZERO_GAS, BYTE_GAS] = [21_000, 4, 16]
/** Gas of paying coins to an account. */
const TRANSFER_GAS = 6_000
const DEPTH = 64
/** Nodes log coins that move like tokens of this address. */
const COIN_LOGS = `0x${'e'.repeat(40)}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Gas of a transaction before its call runs. @param data 0x-hex */
export function intrinsicGas(data: string): number {
  let gas = BASE_GAS
  for (let at = 2; at < data.length; at += 2) {
    gas += data.charCodeAt(at) === 48 && data.charCodeAt(at + 1) === 48 ? ZERO_GAS : BYTE_GAS
  }
  return gas
}

/** Runs a call, what it pays included. @throws Reverted */
export function runCall(contracts: Contracts, session: Session, call: MessageCall, depth = 0): string {
  const { from, to, value } = call
  if (depth > DEPTH) throw new Reverted('0x')
  if (value > 0n) payCoins(session, from, to, value)
  const machine: Machine = { session, call: (inner) => runCall(contracts, session, inner, depth + 1) }
  const code = session.codes.get(to)
  if (code !== undefined) return runBytecode(code, call, session, machine.call)
  return contracts.get(to)?.(call, machine) ?? '0x'
}

function payCoins(session: Session, from: string, to: string, value: bigint): void {
  const held = session.read(keys.coin(from))
  if (held < value) throw new Reverted('0x')
  session.write(keys.coin(from), held - value)
  session.write(keys.coin(to), session.read(keys.coin(to)) + value)
  session.gasUsed += TRANSFER_GAS
  session.movements.push({ token: undefined, from, to, units: value })
  const [topicFrom, topicTo] = [from, to].map((party) => `0x${party.slice(2).padStart(64, '0')}`)
  session.logs.push({
    address: COIN_LOGS,
    topics: [TRANSFER, topicFrom ?? '', topicTo ?? ''],
    data: `0x${value.toString(16).padStart(64, '0')}`,
    isCoin: true,
  })
}

/** How a call ended. */
export interface Executed {
  readonly ok: boolean
  readonly gasUsed: number
  /** 0x-hex. */
  readonly returned: string
  /** Why it failed, as nodes put it: `execution reverted: …`, `out of gas`. */
  readonly error: string | undefined
  readonly logs: readonly SessionLog[]
}

/**
 * Runs a call as a transaction does: gas for its data, and nothing of it stands when it fails.
 * @param gasLimit undefined where it has all that it needs
 */
export function execute(
  contracts: Contracts,
  session: Session,
  call: MessageCall,
  gasLimit: number | undefined,
): Executed {
  const mark = session.mark()
  session.gasUsed = intrinsicGas(call.data)
  let returned = '0x'
  let error: string | undefined
  try {
    returned = runCall(contracts, session, call)
  } catch (thrown) {
    if (!(thrown instanceof Reverted)) throw thrown
    returned = thrown.data
    error = revertMessage(thrown.data)
  }
  if (gasLimit !== undefined && session.gasUsed > gasLimit) {
    session.gasUsed = gasLimit
    returned = '0x'
    error = 'out of gas'
  }
  if (error !== undefined) session.undo(mark)
  const logs = session.logs.slice(mark.logs)
  return { ok: error === undefined, gasUsed: session.gasUsed, returned, error, logs }
}

/** As nodes put a revert. */
export function revertMessage(data: string): string {
  // Nodes read the text of an error, and no errors that contracts declare.
  const reason = data.startsWith('0x08c379a0') ? decodeRevert(data) : undefined
  return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
}
