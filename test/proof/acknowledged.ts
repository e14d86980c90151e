import { isRecord } from '../../src/core/is-record.ts'
import { parseJson } from '../../src/core/text/parse-json.ts'
import type { Act, Recording } from './recording.ts'

/** What a user was told before a crash, and has to find again after it. */
export interface Acknowledged {
  /** Ids of transactions that were named on stdout or stderr. */
  readonly transactionIds: readonly string[]
  /** Status and hash of transactions by id, as a command that ended printed them. */
  readonly finals: readonly { readonly id: string; readonly status: unknown; readonly hash: unknown }[]
  /** Settings of `config set` commands that ended. */
  readonly settings: ReadonlyMap<string, string>
  /** Names of accounts that were made. */
  readonly accounts: readonly string[]
  /** How many payments there may be at most: one of each swap that had been started. */
  readonly payments: number
}

/** What had been said when the first `count` operations of a recording were done. */
export function acknowledgedAt({ operations, acts, base, earlierPayments }: Recording, count: number): Acknowledged {
  const said = operations.slice(0, count).flatMap((each) => (each.kind === 'say' ? [each] : []))
  // What is there before is what the first command says, whenever it says so.
  const first = operations.slice(0, base.size > 0 ? acts[0]?.until : 0)
  const earlier = first.map((each) => (each.kind === 'say' ? each.text : '')).join('')
  const text = said.map((each) => each.text).join('')
  const ended = acts.filter(({ until, code }) => until <= count && code === 0)
  const begun = acts.slice(0, acts.filter(({ until }) => until <= count).length + 1)
  const setting = begun.at(-1)?.args[1] === 'set' ? begun.at(-1)?.args[2] : undefined
  const isSet = ({ args }: Act) => args[0] === 'config' && args[1] === 'set'
  // One that is being set may have its old value or its new one.
  const set = ended.filter((act) => isSet(act) && (act.args[2] !== setting || begun.length === ended.length))
  const made = ended.filter(({ args }) => args[0] === 'wallet' && ['create', 'import'].includes(args[1] ?? ''))
  return {
    transactionIds: [...new Set((earlier + text).match(/\btx_[a-z0-9]{20,}\b/g) ?? [])],
    finals: said.filter(({ fd }) => fd === 1).flatMap((each) => each.text.split('\n').flatMap(finalsOf)),
    settings: new Map(set.map(({ args }) => [args[2] ?? '', args[3] ?? ''])),
    accounts: made.map(({ args }) => args[2] ?? ''),
    payments: earlierPayments + begun.filter(({ args }) => args[0] === 'swap').length,
  }
}

function finalsOf(line: string): Acknowledged['finals'] {
  const document = parseJson(line)
  const data = isRecord(document) ? document['data'] : undefined
  const rows = Array.isArray(data)
    ? data
    : [isRecord(data) && isRecord(data['transaction']) ? data['transaction'] : data]
  return rows
    .filter(isRecord)
    .filter(({ id, status }) => String(id).startsWith('tx_') && status !== 'PENDING')
    .map(({ id, status, inboundHash }) => ({ id: String(id), status, hash: inboundHash }))
}
