import { defined } from '../../core/defined.ts'
import type { Standing } from '../../core/evm/receipt.ts'
import type { Json } from '../../core/ports.ts'
import { latestStoredMs } from '../../core/stored-time.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { ProviderError } from '../../providers/index.ts'
import type { NewEvent } from '../../store/index.ts'
import type { ServiceContext } from '../context.ts'

/*
 * After SUCCESS the chains are looked at again, until they are past taking back the transactions or for an hour: what a
 * reorganisation took is reported. The provider is not asked, and the status stays.
 */

/** How long after the last news of a transaction, in milliseconds. */
const LOOK_FOR_MS = 60 * 60_000
/** First and longest pause between two looks, in milliseconds; each is half as long again as the last. */
const PAUSE_MS = { first: 15_000, longest: 5 * 60_000 } as const
/** How the sentence begins that tells of a reorganisation. */
const TAKEN_BACK = 'A reorganisation took back'

/** The time of the next look, in epoch milliseconds; null where no chain of the transaction can be read. */
export async function nextLookMs(context: ServiceContext, record: TransactionRecord): Promise<number | null> {
  const places = record.status === 'SUCCESS' ? await placesOf(context, record) : []
  return places.length === 0 ? null : context.clock.now() + PAUSE_MS.first
}

/**
 * The time of another look at what has ended, in epoch milliseconds; null an hour after the last news.
 * @param updatedAt of the last news, ISO 8601
 */
export function laterLookMs(updatedAt: string, nowMs: number): number | null {
  const ageMs = nowMs - Date.parse(updatedAt)
  return Math.abs(ageMs) >= LOOK_FOR_MS ? null : nowMs + pauseMs(ageMs)
}

/** Looks at the chains once. */
export async function recheck(
  context: ServiceContext,
  record: TransactionRecord,
): Promise<{ readonly record: TransactionRecord; readonly events: readonly NewEvent[] }> {
  const places = await placesOf(context, record)
  const looks = await Promise.all(places.map(async (place) => ({ ...place, standing: await look(context, place) })))
  const before = record.standings ?? {}
  const news = looks.flatMap(({ hash, chainKey, isSeen, standing }) => {
    const last = before[hash] ?? (isSeen ? 'held' : undefined)
    const wasLost = isLost(last)
    if (isLost(standing) && last !== undefined && !wasLost)
      return [`${TAKEN_BACK} ${hash}: ${lostText(chainKey, standing)}`]
    return !isLost(standing) && standing !== 'unknown' && wasLost ? [`${chainKey} holds ${hash} again`] : []
  })
  // A hash that no block was ever seen to hold, such as one of another kind, cannot fall out of one.
  const known = looks.flatMap(({ hash, isSeen, standing }): [string, Standing][] => {
    const last = before[hash] ?? (isSeen ? ('held' as const) : undefined)
    if (standing === 'unknown' || (isLost(standing) && last === undefined))
      return last === undefined ? [] : [[hash, last]]
    return [[hash, standing]]
  })
  const lost = looks.filter(({ hash }) => isLost(new Map(known).get(hash)))
  const { reason, ...others } = record
  const own = reason?.startsWith(TAKEN_BACK) === true ? undefined : reason
  const [first] = lost
  const said =
    first === undefined ? own : (own ?? `${TAKEN_BACK} ${first.hash}: ${lostText(first.chainKey, first.standing)}`)
  const nowMs = context.clock.now()
  const at = new Date(nowMs).toISOString()
  const isAhead = Date.parse(record.updatedAt) > latestStoredMs(nowMs, 0)
  const updatedAt = news.length > 0 || isAhead ? at : record.updatedAt
  const isOver = places.length === known.length && known.every(([, standing]) => standing === 'final')
  const isLate = nowMs - Date.parse(updatedAt) >= LOOK_FOR_MS
  return {
    record: {
      ...others,
      ...defined({ reason: said }),
      standings: Object.fromEntries(known),
      polls: record.polls + 1,
      nextPollAtMs: isOver || isLate ? null : nowMs + pauseMs(nowMs - Date.parse(updatedAt)),
      updatedAt,
    },
    events: news.map((note) => ({
      at,
      type: 'transaction.evidence',
      transactionId: record.id,
      data: { note, status: record.status } satisfies Json,
    })),
  }
}

/** A transaction that is looked for. */
interface Place {
  readonly chainKey: string
  readonly hash: string
  /** True where SUCCESS itself rested on its receipt. */
  readonly isSeen: boolean
}

/** The transactions of a swap on chains whose receipts this service reads. */
async function placesOf(
  { catalog, readStanding }: Pick<ServiceContext, 'catalog' | 'readStanding'>,
  { srcChain, dstChain, inboundHash, hash, outboundHash }: TransactionRecord,
): Promise<readonly Place[]> {
  if (readStanding === undefined) return []
  const source = inboundHash === '' ? hash : inboundHash
  const isOneChain = srcChain === dstChain && source === outboundHash
  const stated = [
    { chainKey: srcChain, hash: source, isSeen: isOneChain },
    ...(isOneChain ? [] : [{ chainKey: dstChain, hash: outboundHash ?? '', isSeen: false }]),
  ]
  const families = await Promise.all(stated.map(async ({ chainKey }) => (await catalog.chain(chainKey))?.addressFamily))
  return stated.filter(({ hash: text }, index) => families[index] === 'evm' && /^0x[0-9a-f]{64}$/i.test(text))
}

async function look({ readStanding }: ServiceContext, { chainKey, hash }: Place): Promise<Standing> {
  try {
    return (await readStanding?.(chainKey, hash)) ?? 'unknown'
  } catch (error) {
    if (error instanceof ProviderError) return 'unknown'
    throw error
  }
}

function isLost(standing: Standing | undefined): standing is 'absent' | 'reverted' {
  return standing === 'absent' || standing === 'reverted'
}

function lostText(chainKey: string, standing: Standing): string {
  return standing === 'reverted' ? `in its new block on ${chainKey} it fails` : `${chainKey} no longer holds it`
}

/** @param ageMs since the last news */
function pauseMs(ageMs: number): number {
  return Math.min(Math.max(PAUSE_MS.first, Math.ceil(ageMs / 2)), PAUSE_MS.longest)
}
