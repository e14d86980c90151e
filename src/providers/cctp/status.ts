import { type CctpBurn, type CctpMessage, isMessageOf, readCctpMessage } from '../../core/evm/cctp/message.ts'
import { HEX_BYTES, HEX_WORD } from '../../core/text/hex.ts'
import { ProviderError, type ProviderContext, type StatusReport, type StatusRequest } from '../contract.ts'
import { orUnread, readHead } from '../kit/node-reads.ts'
import { badReply, unavailable } from '../kit/refuse.ts'
import { reportNotFound } from '../kit/status.ts'
import { askMessages, askReattestation } from './ask.ts'
import { type Corridor, corridorOf } from './chains.ts'
import {
  findMint,
  findMintOfBurn,
  isMintAgreed,
  isTakenBefore,
  type Mint,
  readMint,
  readMinted,
  receiveCall,
  type Wanted,
} from './mint.ts'
import { type CctpAttested, type CctpTracking, trackingSchema } from './wire.ts'

/** Least time between polls, in milliseconds, as Circle asks: it blocks those who ask too often. */
const POLL_MS = 5_000
/** Least time between two requests for a new attestation, in milliseconds. */
const REATTEST_MS = 5 * 60_000

/** How much longer than estimated the forwarding service is waited for, in milliseconds, before a user sends what it should. */
const FORWARD_LATE_MS = 15 * 60_000

/** Why a fast burn waits for the final block, as Circle names it. */
const DELAYS: ReadonlyMap<string, string> = new Map([
  ['insufficient_fee', 'The fee is below what a fast transfer costs now, so Circle waits for the final block'],
  ['amount_above_max', 'The amount is above what Circle attests fast, so it waits for the final block'],
  [
    'insufficient_allowance_available',
    'Circle attests no more fast transfers for now, so it waits for the final block',
  ],
])

/**
 * The status of a burn: Circle says whether it is attested, the destination chain whether it was minted. Burnt USDC can
 * always be minted, by anybody, so that nothing but a reverted burn fails.
 * @throws ProviderError
 */
export async function cctpStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  if (request.hash === '') return { status: 'PENDING', stage: 'awaiting_deposit' }
  const tracking = trackingSchema.parse(request.tracking)
  const corridor = corridorOf(request)
  if (corridor === undefined) throw unavailable('It no longer serves this pair')
  const burn = burnOf(corridor, tracking)
  const wanted = { chainKey: request.dst.chain.key, burn, token: corridor.to.usdc, nonce: undefined }
  const messages = await askMessages(corridor, request.hash, context).catch((error: unknown) => {
    if (error instanceof ProviderError) return error
    throw error
  })
  if (messages instanceof ProviderError) return statusByChain(request, wanted, messages, context)
  const report = await statusByMessages(request, { tracking, wanted, messages }, context)
  return report.status === 'PENDING' ? { ...report, pollAfterMs: POLL_MS, leastPauseMs: POLL_MS } : report
}

function burnOf({ from, to }: Corridor, { depositor, recipient, amount, maxFee }: CctpTracking): CctpBurn {
  return {
    sourceDomain: from.domain,
    destinationDomain: to.domain,
    burnToken: from.usdc,
    depositor,
    recipient,
    amount: BigInt(amount),
    maxFee: BigInt(maxFee),
  }
}

/** Without Circle, the chains alone. @param failure of Circle, thrown where they do not decide */
async function statusByChain(
  request: StatusRequest,
  wanted: Wanted,
  failure: ProviderError,
  context: ProviderContext,
): Promise<StatusReport> {
  const report = await reportNotFound(request, context, 'call')
  if (report.status === 'FAILED') return report
  const mint = await orUnread(findMintOfBurn(wanted, request.executedAtMs, context))
  if (mint === undefined || !(await isSettled(request, wanted, mint, context))) throw failure
  return toSuccess(mint)
}

interface Found {
  readonly tracking: CctpTracking
  readonly wanted: Wanted
  readonly messages: readonly CctpAttested[]
}

async function statusByMessages(
  request: StatusRequest,
  { tracking, wanted, messages }: Found,
  context: ProviderContext,
): Promise<StatusReport> {
  const read = messages.map((row) => ({ row, message: readCctpMessage(row.message) }))
  const ours = read.find(({ message }) => message !== undefined && isMessageOf(message, wanted.burn))
  if (ours?.message !== undefined && isAttested(ours.row, ours.message)) {
    return statusOfAttested(request, { tracking, wanted }, ours.row, ours.message, context)
  }
  if (read.length > 0 && read.every(({ message }) => message !== undefined) && ours === undefined) {
    throw badReply('The hash is that of another burn')
  }
  if (read.length === 0) return reportNotFound(request, context, 'call')
  const delay = read.map(({ row }) => DELAYS.get(row.delayReason ?? '')).find((text) => text !== undefined)
  const note = delay ?? 'Circle waits for the block of the burn'
  return { status: 'PENDING', stage: 'confirming', inboundHash: request.hash, progress: { note } }
}

/** The number zero is that of every message before Circle has numbered it. */
function isAttested({ status, attestation }: CctpAttested, { nonce }: CctpMessage): boolean {
  return status === 'complete' && BigInt(nonce) !== 0n && HEX_BYTES.test(attestation ?? '')
}

async function statusOfAttested(
  request: StatusRequest,
  { tracking, wanted }: Omit<Found, 'messages'>,
  row: CctpAttested,
  message: CctpMessage,
  context: ProviderContext,
): Promise<StatusReport> {
  const { nonce } = message
  const numbered = { ...wanted, nonce }
  const paying = { status: 'PENDING', stage: 'paying_out', inboundHash: request.hash } as const
  const stated = HEX_WORD.test(row.forwardTxHash ?? '') ? (row.forwardTxHash ?? undefined) : undefined
  const used = await readMinted(numbered, nonce, context)
  const { name } = request.dst.chain
  if (used.by === 'none') {
    // No node of the destination chain answers: what Circle says to have sent there is all that is known.
    const isSent = row.forwardState === 'CONFIRMED' || row.forwardState === 'COMPLETE'
    if (stated === undefined || !isSent || !isForwardingLate(request, context)) {
      return {
        ...paying,
        progress: { note: `No node of ${name} answers, so that nothing shows whether it was minted` },
      }
    }
    const reason = `Minted by the word of Circle's forwarding service: it was not seen on ${name}, whose nodes did not answer`
    return { status: 'SUCCESS', stage: 'done', inboundHash: request.hash, outboundHash: stated, reason }
  }
  if (used.by === 'differing') {
    // Who brings a message twice is refused, so that minting it is safe in any case.
    const { progress, ...waiting } = await describeWaiting(request, tracking, row, message, context)
    const note = `The nodes of ${name} contradict each other on whether it was minted. ${progress?.note ?? ''}`.trim()
    return { ...paying, ...waiting, progress: { ...progress, note } }
  }
  if (!used.value) return { ...paying, ...(await describeWaiting(request, tracking, row, message, context)) }
  const unconfirmed = {
    ...paying,
    progress: { note: `One node of ${name} shows it minted; another has to confirm that` },
  }
  if (used.by === 'one') return unconfirmed
  const mint =
    (stated === undefined ? undefined : await orUnread(readMint(numbered, stated, context))) ??
    (await orUnread(findMint(numbered, nonce, context)))
  if (mint === undefined) {
    // Too long ago to be found. Whoever brought the message, it paid the recipient what it says.
    if ((await orUnread(isTakenBefore(numbered, nonce, row, context))) !== true) return paying
    const deliveredOut = message.body.amount - message.body.feeExecuted
    return { status: 'SUCCESS', stage: 'done', inboundHash: request.hash, deliveredOut }
  }
  if (!(await isSettled(request, numbered, mint, context))) return paying
  return { ...toSuccess(mint), inboundHash: request.hash }
}

/** What an attested message that was not brought yet waits for; an expired attestation is asked for anew. */
async function describeWaiting(
  request: StatusRequest,
  tracking: CctpTracking,
  row: CctpAttested,
  { nonce, body }: CctpMessage,
  context: ProviderContext,
): Promise<Pick<StatusReport & { readonly status: 'PENDING' }, 'progress' | 'tracking'>> {
  const { dst, transactionId } = request
  if (body.expirationBlock !== 0n) {
    const head = await orUnread(readHead(context, dst.chain.key))
    if (head !== undefined && head >= body.expirationBlock) return renew(tracking, nonce, context)
  }
  const { name } = dst.chain
  const why =
    body.hookData === '0x'
      ? `Circle has attested the burn, and nobody mints it on ${name} by itself`
      : row.forwardState === 'FAILED'
        ? `Circle's forwarding service did not mint on ${name}. Nothing is lost`
        : isForwardingLate(request, context)
          ? `Circle has attested the burn, but its forwarding service has not minted on ${name} in time. Nothing is lost`
          : undefined
  if (why === undefined) {
    return { progress: { note: `Circle has attested the burn; its forwarding service mints on ${name}` } }
  }
  const claim = { chainId: dst.chain.chainId, ...receiveCall(row) }
  return { progress: { note: `${why}: mint it with swapcli claim ${transactionId}`, claim } }
}

/** True where the forwarding service has had ample time. */
function isForwardingLate({ hashKnownAtMs, estimatedTimeSec }: StatusRequest, { clock }: ProviderContext): boolean {
  return hashKnownAtMs !== undefined && clock.now() > hashKnownAtMs + estimatedTimeSec * 1_000 + FORWARD_LATE_MS
}

async function renew(tracking: CctpTracking, nonce: string, context: ProviderContext) {
  const progress = { note: 'The attestation has expired before it was used; a new one has been asked for' }
  const nowMs = context.clock.now()
  if (nowMs - (tracking.reattestedAtMs ?? 0) < REATTEST_MS) return { progress }
  try {
    await askReattestation(nonce, context)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { progress: { note: 'The attestation has expired before it was used; Circle does not give a new one yet' } }
  }
  return { progress, tracking: { ...tracking, reattestedAtMs: nowMs } }
}

/** True when a mint is deep enough in the destination chain to count, and nodes of two operators show it. */
async function isSettled(
  { dst }: StatusRequest,
  wanted: Wanted,
  mint: Mint,
  context: ProviderContext,
): Promise<boolean> {
  const { state } = await context.receipt(dst.chain.key, mint.hash)
  return state === 'success' && (await isMintAgreed(wanted, mint, context))
}

function toSuccess({ hash, amount }: Mint): StatusReport {
  return { status: 'SUCCESS', stage: 'done', outboundHash: hash, deliveredOut: amount }
}
