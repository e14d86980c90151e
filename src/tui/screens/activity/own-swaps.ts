import { readAmount } from '../../../core/api/answers.ts'
import type { HistoryTransaction, StatusTransaction } from '../../../core/api/documents.ts'
import { isSwapError } from '../../../core/api/errors.ts'
import { sameAddress } from '../../../core/assets/address-key.ts'
import { defined } from '../../../core/defined.ts'
import { groupThousands } from '../../../core/money/amount.ts'
import { tellerOf } from '../../../core/swap/received-text.ts'
import { hashKey } from '../../../core/swap/transaction-hash.ts'
import { isAbout, type SwapRun } from '../../../wallet/index.ts'
import type { TuiContext } from '../../context.ts'
import { ownRunOf } from '../../kit/run/open-runs.ts'
import { factsOfRun, type RunFacts, symbolsOf } from '../../kit/run/run-facts.ts'
import { cleanDocument } from '../../kit/text/clean-document.ts'

/*
 * What this machine's own runs know of past swaps. What a service has on record, whoever runs it may have written.
 */

/** What a run of this machine knows of a past swap. */
export interface OwnPast {
  /** Id of its transaction. */
  readonly id: string
  readonly recipient: string
  /** The status that its run ended with; undefined where it was not followed to its end. */
  readonly ended: string | undefined
}

/** All that a run of this machine knows of a past swap. */
export interface OwnSwap {
  readonly run: RunFacts
  /** The record of the service with all in it that the run knows better; undefined where that is about another swap. */
  readonly shown: StatusTransaction | undefined
  /** What a server says otherwise, clauses. */
  readonly otherwise: readonly string[]
}

type OwnIo = Pick<TuiContext, 'runs' | 'place'>

/** Which of these transactions are of runs of this machine; one whose run cannot be read is none. */
export async function findOwnPast(ids: readonly string[], io: OwnIo): Promise<readonly OwnPast[]> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const run = await ownRunOf(id, io).catch(unlessUnreadable)
      return run === undefined ? [] : [{ id, recipient: run.request.recipient, ended: endOf(run) }]
    }),
  )
  return found.flat()
}

/** What the run of a transaction knows of it; undefined where there is none, or it cannot be read. */
export async function readOwnSwap(stated: StatusTransaction, io: OwnIo): Promise<OwnSwap | undefined> {
  const run = await ownRunOf(stated.id, io).catch(unlessUnreadable)
  if (run === undefined) return undefined
  const facts = factsOfRun(run)
  const { transactionId, request } = run
  if (!isAbout(stated, { transactionId, recipient: request.recipient }))
    return { run: facts, shown: undefined, otherwise: [] }
  return { run: facts, shown: shownOf(stated, run, facts), otherwise: otherwiseOf(stated, run) }
}

/** Who cannot be read is told of where the runs are listed. */
function unlessUnreadable(error: unknown): undefined {
  if (!isSwapError(error)) throw error
}

function endOf({ step, transaction }: SwapRun): string | undefined {
  return step === 'final' ? transaction?.status : undefined
}

/** Hashes of what this machine sent for a swap, the newest first; none where another wallet paid it. */
function sentHashes({ payment }: SwapRun): readonly string[] {
  if (payment === undefined || payment.last === false || payment.kind === 'cancel') return []
  return [payment, ...(payment.replaced ?? []), ...(payment.transactions ?? [])].map(({ hash }) => hash)
}

function shownOf(stated: StatusTransaction, run: SwapRun, facts: RunFacts): StatusTransaction {
  const { request } = run
  const symbols = symbolsOf(facts)
  const [sent = stated.inboundHash] = sentHashes(run)
  const { recipientMemo: _stated, ...rest } = stated
  return cleanDocument({
    ...rest,
    ...defined({ recipientMemo: facts.recipientMemo }),
    srcAmount: request.amount,
    provider: request.provider,
    walletAddress: request.depositor,
    recipientWalletAddress: request.recipient,
    inboundHash: sent,
    srcAsset: { ...stated.srcAsset, symbol: symbols.from, chain: request.srcChain },
    dstAsset: { ...stated.dstAsset, symbol: symbols.to, chain: request.dstChain },
  })
}

/** This machine's own service is no other teller than its runs. */
function otherwiseOf(stated: StatusTransaction, run: SwapRun): readonly string[] {
  const { api, request } = run
  const [ended, sent] = [endOf(run), sentHashes(run)]
  const was =
    ended !== undefined && isContraryEnd(ended, stated.status) ? [`${stated.status}, after ${ended} was noted`] : []
  if (tellerOf(api) === 'service') return was
  const { srcAmount, walletAddress, provider, inboundHash, srcAsset, dstAsset } = stated
  const chains = `${srcAsset.chain ?? '?'} to ${dstAsset.chain ?? '?'}`
  return [
    ...was,
    ...(readAmount(srcAmount) === readAmount(request.amount) ? [] : [`${groupThousands(srcAmount)} paid`]),
    ...(chains === `${request.srcChain} to ${request.dstChain}` ? [] : [`from ${chains}`]),
    ...(sameAddress(walletAddress, request.depositor) ? [] : [`paid by ${walletAddress}`]),
    ...(provider === request.provider ? [] : [`with ${provider}`]),
    ...(inboundHash === '' || sent.length === 0 || sent.some((hash) => hashKey(hash) === hashKey(inboundHash))
      ? []
      : [`paid in ${inboundHash}`]),
  ]
}

/** True where a status contradicts the end that was noted before: ends never change, but that a failure is paid back. */
export function isContraryEnd(before: string, now: string): boolean {
  return before !== now && !(before === 'FAILED' && now === 'REFUND')
}

/** The first end that was told of each swap, by id; the same object where nothing is new. */
export function noteEnds(
  ends: Readonly<Record<string, string>>,
  items: readonly HistoryTransaction[],
): Readonly<Record<string, string>> {
  const fresh = items.filter(({ id, status }) => status !== 'PENDING' && !Object.hasOwn(ends, id))
  return fresh.length === 0 ? ends : { ...ends, ...Object.fromEntries(fresh.map(({ id, status }) => [id, status])) }
}
