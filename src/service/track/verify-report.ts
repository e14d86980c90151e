import { type Stage, STAGES, TRANSACTION_STATUSES } from '../../core/api/enums.ts'
import { isRecord } from '../../core/is-record.ts'
import type { ClaimCall, Progress } from '../../core/swap/progress.ts'
import { HEX_BYTES } from '../../core/text/hex.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { ProviderError, type StatusReport } from '../../providers/index.ts'

const PENDING_STAGES: readonly Stage[] = STAGES.filter((stage) => stage !== 'done')
/** Longest address or calldata, in characters. */
const MOST_HEX = 20_000
const TEXTS = ['inboundHash', 'outboundHash', 'refundHash', 'reason'] as const

/**
 * Verifies what an adapter says of a swap before anything of it is stored: adapters of a library's user are checked by no compiler.
 * @throws ProviderError bad_response
 */
export function verifyReport(stated: StatusReport): StatusReport {
  if (!isRecord(stated)) throw invalidReport(`no status, but ${quoteValue(stated)}`)
  // A copy: what was looked at is what is stored.
  const report = { ...stated }
  const { status, stage, tracking } = report
  if (!TRANSACTION_STATUSES.includes(status)) throw invalidReport(`the unknown status ${quoteValue(status)}`)
  const stages: readonly Stage[] = status === 'PENDING' ? PENDING_STAGES : ['done']
  if (!stages.includes(stage)) throw invalidReport(`${status} at the unknown stage ${quoteValue(stage)}`)
  const members: Readonly<Record<string, unknown>> = report
  for (const name of TEXTS) {
    const text = members[name]
    if (text !== undefined && typeof text !== 'string') throw invalidReport(`${quoteValue(text)} as ${name}`)
  }
  const deliveredOut = members['deliveredOut']
  if (deliveredOut !== undefined && !(typeof deliveredOut === 'bigint' && deliveredOut >= 0n)) {
    throw invalidReport(`${quoteValue(deliveredOut)} as deliveredOut`)
  }
  const restsOnWord = members['restsOnWord']
  if (restsOnWord !== undefined && restsOnWord !== true) {
    throw invalidReport(`${quoteValue(restsOnWord)} as restsOnWord`)
  }
  const progress = members['progress']
  if (progress !== undefined && !isProgress(progress)) throw invalidReport(`${quoteValue(progress)} as progress`)
  for (const name of ['pollAfterMs', 'leastPauseMs'] as const) {
    const ms: unknown = report[name]
    if (ms !== undefined && (typeof ms !== 'number' || Number.isNaN(ms))) {
      throw invalidReport(`${quoteValue(ms)} as ${name}`)
    }
  }
  if (tracking !== undefined && !isStorable(tracking)) throw invalidReport('tracking that is no JSON')
  return report
}

function isProgress(value: unknown): value is Progress {
  if (!isRecord(value)) return false
  const { receivedIn, refundedIn, paidOut, parts, note, claim } = value
  return (
    [receivedIn, refundedIn, paidOut].every(isUnits) &&
    (parts === undefined || (isRecord(parts) && isCount(parts['done']) && isCount(parts['total']))) &&
    (note === undefined || typeof note === 'string') &&
    (claim === undefined || isClaim(claim))
  )
}

function isClaim(value: unknown): value is ClaimCall {
  if (!isRecord(value)) return false
  const { chainId, to, data } = value
  return isCount(chainId) && isHexText(to) && isHexText(data)
}

function isHexText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MOST_HEX && HEX_BYTES.test(value)
}

function isUnits(value: unknown): boolean {
  return value === undefined || (typeof value === 'bigint' && value >= 0n)
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** True for what can be written as JSON. */
export function isStorable(value: unknown): boolean {
  try {
    return typeof JSON.stringify(value) === 'string'
  } catch {
    return false
  }
}

function invalidReport(what: string): ProviderError {
  return new ProviderError('bad_response', `It reported ${what}`)
}

/** How a value that fits nowhere is shown, in at most 60 characters. */
function quoteValue(value: unknown): string {
  const text =
    typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : isRecord(value) ? 'an object' : String(value)
  return cleanText(text, 60)
}
