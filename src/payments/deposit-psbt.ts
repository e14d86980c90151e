import * as z from 'zod'
import { SwapError } from '../core/api/errors.ts'
import type { SwapService } from '../core/api/service.ts'
import { startDeadline } from '../core/deadline.ts'
import type { DocumentStore } from '../core/ports.ts'
import { isPaperProvider } from '../core/api/paper.ts'
import { DAY_MS } from '../core/text/duration.ts'
import { openPooledHttp } from '../io/index.ts'
import { type DepositPsbt, loadDepositPsbt, type PsbtClaim, refusalFor, type SwapRun } from '../wallet/index.ts'
import type { PayPlace } from './place.ts'

/** Longest wait for all answers of the source of coins, in milliseconds. */
const TIMEOUT_MS = 60_000

/** How long after its making a PSBT keeps its coins from those of other swaps, in milliseconds. */
const KEPT_MS = DAY_MS

const PREFIX = 'psbt:'

const claimSchema = z.object({
  from: z.string(),
  coins: z.array(z.string()),
  /** Epoch milliseconds at which the latest was made. */
  atMs: z.number(),
})

/** What a PSBT of a swap's deposit is made of. */
export interface DepositPsbtRequest {
  readonly run: SwapRun
  /** Of the file that the run is in: what PSBTs spend is noted there. */
  readonly documents: DocumentStore
  /** That the run goes through. */
  readonly service: SwapService
  /** Address whose coins pay. @default the depositor */
  readonly from: string | undefined
  /** Base units a byte. @default what is recommended */
  readonly feeRate: number | undefined
}

/**
 * Makes the unsigned deposit of a swap, from coins that the esplora of the user's settings lists, and notes what it spends: a
 * second one for the same swap spends the same, so that both can never be paid.
 * @throws WALLET_REFUSED SERVICE_UNAVAILABLE CONFIG_INVALID, and what the service says of the swap
 */
export async function createDepositPsbt(
  place: Pick<PayPlace, 'settings' | 'clock' | 'signal' | 'openHttp'>,
  { run, documents, service, from, feeRate }: DepositPsbtRequest,
): Promise<DepositPsbt> {
  if (isPaperProvider(run.request.provider)) {
    throw refusalFor('run', 'This swap is of paper: nothing real must be sent for it', 'Swap on the live network')
  }
  await verifyUnpaid(run, service, place.signal)
  const chainKey = run.request.srcChain
  const baseUrl = place.settings.get(`esplora.${chainKey}`)?.value.replace(/\/+$/, '')
  if (baseUrl === undefined) {
    throw new SwapError(
      'CONFIG_INVALID',
      `No esplora is set for ${chainKey}: it would learn your address, so there is none by default`,
      {
        field: `esplora.${chainKey}`,
        hint: `Name one that you trust: swapcli config set esplora.${chainKey} URL`,
      },
    )
  }
  const claimed = await readClaim(documents, run)
  const reserved = await readReserved(documents, run, place.clock.now())
  const { makeDepositPsbt, openEsplora } = await loadDepositPsbt()
  const http = await (place.openHttp ?? openPooledHttp)()
  const deadline = startDeadline(place.clock, TIMEOUT_MS, () => new Error('the esplora was too slow'), place.signal)
  try {
    const psbt = await makeDepositPsbt({
      ...{ run, from, feeRate, reserved, claimed: claimed?.claim, now: () => place.clock.now() },
      source: openEsplora(http.fetch, chainKey, baseUrl, deadline.signal),
    })
    const doc = { ...psbt.claim, coins: [...psbt.claim.coins], atMs: place.clock.now() }
    if (await documents.put(PREFIX + run.id, doc, claimed?.version ?? 0)) return psbt
    throw refusalFor('run', 'Another swapcli makes a PSBT of this swap just now', 'Use that one')
  } finally {
    deadline.stop()
    await http.close()
  }
}

/** @throws WALLET_REFUSED for a swap that is paid, or over */
async function verifyUnpaid(run: SwapRun, service: SwapService, signal: AbortSignal): Promise<void> {
  const isClosed = run.step === 'closed' && (run.closedAs ?? 'unpaid') !== 'unpaid'
  if (run.payment !== undefined || run.step === 'final' || isClosed) throw paid(run)
  if (run.transactionId === undefined) return
  const { transaction, final } = await service.status({ transactionId: run.transactionId }, { signal })
  const { stage, inboundHash, progress } = transaction
  const isSeen = stage !== undefined && stage !== 'awaiting_deposit'
  if (final || isSeen || inboundHash !== '' || progress?.srcReceived !== undefined) throw paid(run)
}

function paid({ id, transactionId }: SwapRun): SwapError {
  return refusalFor(
    'run',
    'This swap was paid already, or is over: another payment would be lost',
    transactionId === undefined ? `Look at it: swapcli resume ${id}` : `Look at it: swapcli status ${transactionId}`,
  )
}

async function readClaim(
  documents: DocumentStore,
  { id }: SwapRun,
): Promise<{ readonly claim: PsbtClaim; readonly version: number } | undefined> {
  const found = await documents.get(PREFIX + id)
  if (found === undefined) return undefined
  const read = claimSchema.safeParse(found.doc)
  if (read.success) return { claim: read.data, version: found.version }
  throw new SwapError('STORE_UNUSABLE', `What an earlier PSBT of the swap ${id} spends cannot be read`, {
    hint: 'swapcli doctor',
  })
}

/** Coins of PSBTs of other swaps; one that cannot be read keeps none. */
async function readReserved(documents: DocumentStore, { id }: SwapRun, nowMs: number): Promise<ReadonlySet<string>> {
  const found = await documents.list(PREFIX, () => undefined)
  const claims = found.flatMap(({ key, doc }) => {
    const read = claimSchema.safeParse(doc)
    return key !== PREFIX + id && read.success && read.data.atMs > nowMs - KEPT_MS ? [read.data] : []
  })
  return new Set(claims.flatMap(({ coins }) => coins))
}
