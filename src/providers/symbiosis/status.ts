import * as z from 'zod'
import { defined } from '../../core/defined.ts'
import { formatAmount } from '../../core/money/amount.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply } from '../kit/refuse.ts'
import { matchesStated } from '../kit/stated-side.ts'
import { canonicalHash, expectStatus, reportNotFound, reportPaid } from '../kit/status.ts'
import { partnerOf } from './ask.ts'
import { toSymbiosisSide } from './chains.ts'
import { type SymbiosisAmount, type SymbiosisStatus, statusSchema } from './wire.ts'

const SUCCESS = 0
const STUCK = 2
const REVERTED = 3
const NOT_FOUND = -1
/** Codes that end a swap. */
const ENDS = [SUCCESS, REVERTED]

/** Time between polls of a swap that waits for its sender, in milliseconds. */
const STUCK_POLL_MS = 60_000
const STUCK_NOTE =
  'It is stuck between the chains; if it stays so, its sender can take it back at app.symbiosis.finance'

const UNNAMED_NOTE =
  'Symbiosis states an end without the transaction that it is of, so that it is not taken for that of this swap'

/** What tracking stores. */
const trackingSchema = z.object({
  depositor: z.string(),
  recipient: z.string(),
  /** Epoch milliseconds when it was first called a success without hash and amount of the payout. */
  successSeenAtMs: z.number().optional(),
})

/**
 * Asks for the status of a swap by the hash of the wallet's transaction.
 * @throws ProviderError
 */
export async function symbiosisStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const { hash, src } = request
  if (hash === '') return { status: 'PENDING', stage: 'awaiting_deposit' }
  const reply = await context.http.request({
    method: 'GET',
    path: `/v2/tx/${src.chain.chainId}/${encodeURIComponent(hash)}`,
    acceptStatuses: [404],
    ...partnerOf(context),
  })
  if (reply.status === 404) return reportNotFound(request, context, 'call')
  const found = parseReply(statusSchema, expectStatus(reply), 'status')
  checkIsOurs(found, request)
  const inboundHash = canonicalHash(found.txIn?.hash, src.chain)
  const known = defined({ inboundHash })
  if (found.txIn?.hash === undefined && ENDS.includes(found.status.code)) return reportUnnamed(request, context)
  switch (found.status.code) {
    case NOT_FOUND:
      return reportNotFound(request, context, 'call')
    case SUCCESS: {
      const tracking = trackingSchema.parse(request.tracking)
      const keep = (successSeenAtMs: number) => ({ ...tracking, successSeenAtMs })
      return reportPaid({ ...known, ...payoutOf(found, request) }, tracking.successSeenAtMs, keep, context)
    }
    case STUCK:
      return {
        status: 'PENDING',
        stage: 'swapping',
        ...known,
        progress: { note: STUCK_NOTE },
        pollAfterMs: STUCK_POLL_MS,
      }
    case REVERTED: {
      const { hash: stated, chainId } = found.tx ?? {}
      const chain = chainId === request.dst.chain.chainId ? request.dst.chain : src.chain
      const back = found.transitTokenSent ?? found.tx?.tokenAmount
      const reason = `The swap was reverted, and its money returned${back === undefined ? '' : `: ${amountText(back)}`}`
      return {
        status: 'REFUND',
        stage: 'done',
        ...known,
        ...defined({ refundHash: canonicalHash(stated, chain) }),
        reason,
      }
    }
    // Under way, and codes newer than this program.
    default:
      return { status: 'PENDING', stage: 'swapping', ...known }
  }
}

/** An end that does not name its transaction may be anybody's: it counts as a swap that is not found. */
async function reportUnnamed(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const report = await reportNotFound(request, context, 'call')
  return report.status === 'PENDING' ? { ...report, progress: { note: UNNAMED_NOTE } } : report
}

/** The status of another swap must never end this one. */
function checkIsOurs({ txIn }: SymbiosisStatus, { hash, src }: StatusRequest): void {
  const isOther =
    (txIn?.hash !== undefined && txIn.hash.toLowerCase() !== hash.toLowerCase()) ||
    (txIn?.chainId !== undefined && txIn.chainId !== src.chain.chainId)
  if (isOther) throw badReply('Its status is that of another swap')
}

/** What was paid: a swap that could not be finished pays the token that it uses between the chains. */
function payoutOf({ tx, transitTokenSent }: SymbiosisStatus, { dst }: StatusRequest) {
  const side = toSymbiosisSide(dst)
  const outboundHash =
    tx?.chainId === undefined || tx.chainId === dst.chain.chainId ? canonicalHash(tx?.hash, dst.chain) : undefined
  const paid = tx?.tokenAmount ?? transitTokenSent
  if (paid === undefined || side === undefined) return defined({ outboundHash })
  const isWanted = matchesStated(side, paid)
  return defined({
    outboundHash,
    deliveredOut: isWanted ? paid.amount : undefined,
    reason: isWanted ? undefined : `Paid out as ${amountText(paid)}`,
  })
}

function amountText({ amount, decimals, symbol }: SymbiosisAmount): string {
  return `${formatAmount(amount, decimals)} ${symbol.slice(0, 40)}`
}
