import { isRecord } from '../../../src/core/is-record.ts'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import { toQuantity } from '../../../src/core/evm/json-rpc.ts'
import { BLOCK_GAS_LIMIT, type Core } from './core.ts'
import { type Executed, execute } from './execute.ts'
import type { NodeLies } from './interface.ts'
import { priceIn, readCall } from './node.ts'
import { createSession, type MessageCall, type Session } from './session.ts'
import { isHolding, keys } from './state.ts'

/* eth_simulateV1 as geth has it: https://geth.ethereum.org/docs/interacting-with-geth/rpc/ns-eth */

interface SimulateParts {
  readonly core: Core
  readonly lies: NodeLies
  readonly stateBlock: (tag: unknown) => number
  sessionAt(number: number): Session
}

/** @throws RpcError */
export function simulate([request, tag]: readonly unknown[], parts: SimulateParts): readonly object[] {
  const { core, stateBlock, lies } = parts
  const fields = isRecord(request) ? request : {}
  const series = Array.isArray(fields['blockStateCalls']) ? (fields['blockStateCalls'] as readonly unknown[]) : []
  const validates = fields['validation'] === true
  const base = stateBlock(tag)
  const codes = new Map<string, string>()
  const { balanceBps, allowanceBps } = lies
  let read = (key: string) => core.state.read(key, base)
  return series.map((one, place) => {
    const { blockOverrides, stateOverrides, calls } = isRecord(one) ? one : {}
    const block = blockFor(isRecord(blockOverrides) ? blockOverrides : {}, core, base + 1 + place, validates)
    const session = createSession(block, read, { codes, distortion: { balanceBps, allowanceBps } })
    for (const [address, override] of Object.entries(isRecord(stateOverrides) ? stateOverrides : {})) {
      const { code, balance } = isRecord(override) ? override : {}
      if (typeof code === 'string') codes.set(address.toLowerCase(), code.toLowerCase())
      if (typeof balance === 'string') session.write(keys.coin(address.toLowerCase()), BigInt(balance))
    }
    let used = 0
    const results = (Array.isArray(calls) ? (calls as readonly unknown[]) : []).map((call, index) => {
      const executed = runOne(core, session, call, validates, lies)
      used += executed.gasUsed
      return callJson(executed, index, fields['traceTransfers'] === true)
    })
    read = (key) => session.read(key)
    return {
      number: toQuantity(BigInt(block.number)),
      timestamp: toQuantity(BigInt(block.timestampSec)),
      baseFeePerGas: toQuantity(block.baseFee),
      gasLimit: toQuantity(BigInt(BLOCK_GAS_LIMIT)),
      gasUsed: toQuantity(BigInt(used)),
      calls: results,
    }
  })
}

function blockFor(overrides: Readonly<Record<string, unknown>>, core: Core, number: number, validates: boolean) {
  const { number: stated, time, baseFeePerGas } = overrides
  return {
    number: typeof stated === 'string' ? Number(stated) : number,
    timestampSec: typeof time === 'string' ? Number(time) : Math.floor(core.timeline.timeOf(number) / 1000),
    baseFee:
      typeof baseFeePerGas === 'string' ? BigInt(baseFeePerGas) : validates ? core.timeline.baseFeeOf(number) : 0n,
  }
}

function runOne(core: Core, session: Session, fields: unknown, validates: boolean, lies: NodeLies): Executed {
  const call = readCall(fields)
  const { gas, maxFeePerGas } = isRecord(fields) ? fields : {}
  const limit = typeof gas === 'string' ? Number(gas) : BLOCK_GAS_LIMIT
  const price = priceIn(fields, session.block.baseFee)
  if (validates && typeof maxFeePerGas === 'string' && BigInt(maxFeePerGas) < session.block.baseFee) {
    const { from } = call
    throw new RpcError(
      `max fee per gas less than block base fee: address ${from}, maxFeePerGas: ${BigInt(maxFeePerGas)}, baseFee: ${session.block.baseFee}`,
      -38012,
    )
  }
  const held = session.read(keys.coin(call.from))
  const cost = BigInt(limit) * price + call.value
  if (held < cost) {
    throw new RpcError(
      `insufficient funds for gas * price + value: address ${call.from} have ${held} want ${cost}`,
      -38014,
    )
  }
  session.gasPrice = price
  const executed = isRead(session, call)
    ? execute(core.contracts, session, call, limit)
    : lied(core, session, call, limit, lies)
  session.write(keys.coin(call.from), session.read(keys.coin(call.from)) - BigInt(executed.gasUsed) * price)
  return executed
}

/** Calls of what reads for the wallet must be answered, or the lie would be no answer at all. */
function isRead(session: Session, { to, data }: MessageCall): boolean {
  return session.codes.has(to) || data.startsWith('0x70a08231') || data.startsWith('0xdd62ed3e')
}

function lied(core: Core, session: Session, call: MessageCall, limit: number, { simulations }: NodeLies): Executed {
  const mark = session.mark()
  const executed = execute(core.contracts, session, call, limit)
  if (simulations === undefined) return executed
  const changed = session.changes(mark)
  session.undo(mark)
  if (simulations === 'nothing') return { ...executed, ok: true, error: undefined, logs: [] }
  if (simulations === 'fails') return { ...executed, ok: false, error: 'execution reverted', returned: '0x', logs: [] }
  for (const [key, value] of changed) {
    const double = 2n * value - session.read(key)
    session.write(key, isHolding(key) && double >= 0n ? double : value)
  }
  return executed
}

function callJson({ ok, gasUsed, returned, error, logs }: Executed, place: number, tracesTransfers: boolean): object {
  const shown = ok ? logs.filter(({ isCoin }) => isCoin !== true || tracesTransfers) : []
  return {
    returnData: returned,
    gasUsed: toQuantity(BigInt(gasUsed)),
    status: ok ? '0x1' : '0x0',
    logs: shown.map(({ address, topics, data }, index) => ({
      ...{ address, topics, data },
      transactionIndex: toQuantity(BigInt(place)),
      logIndex: toQuantity(BigInt(index)),
      removed: false,
    })),
    ...(!ok && { error: { code: error === 'out of gas' ? -32015 : 3, message: error, data: returned } }),
  }
}
