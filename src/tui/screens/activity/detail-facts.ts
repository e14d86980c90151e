import { isPaperProvider } from '../../../core/api/paper.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { commandLine, placeWords } from '../../../core/text/command-line.ts'
import type { StatusTransaction } from '../../../core/api/documents.ts'
import type { SwapEvent } from '../../../core/swap/records.ts'
import { cleanDocument } from '../../kit/text/clean-document.ts'
import type { OpenedSwaps, Place } from '../../context.ts'
import { explorerLink } from './explorer-link.ts'
import { readOwnSwap } from './own-swaps.ts'
import type { EffectIo } from '../../effect-io.ts'
import type { ActivityDetail, ActivityEntry, ActivityHash } from './state.ts'

/** All that is known of a transaction; a journal only where the service is in this process. @throws as status */
export async function readDetail(
  transactionId: string,
  { service, catalog, embedded }: OpenedSwaps,
  { context, signal }: Pick<EffectIo<never>, 'context' | 'signal'>,
): Promise<ActivityDetail> {
  const { transaction: stated } = await service.status({ transactionId }, { signal })
  const damaged: number[] = []
  const events = await embedded?.store.events.ofTransaction(stated.id, (seq) => damaged.push(seq))
  const transaction = cleanDocument(stated)
  const own = await readOwnSwap(transaction, context)
  return {
    transaction,
    entries: events && [...events.map(entryOf), ...damaged.map((seq) => damagedEntry(seq, context.place))],
    hashes: await linkedHashes(own?.shown ?? transaction, catalog),
    own,
    // By the terms of the lock that this machine agreed to.
    failure: context.words?.failure(transaction, own?.run.lock?.terms),
  }
}

/** The explorer's page of a hash. */
export async function linkOf(
  chainKey: string | null,
  hash: string,
  catalog: OpenedSwaps['catalog'],
): Promise<string | undefined> {
  if (chainKey === null) return undefined
  const chain = await catalog.chain(chainKey)
  return chain === undefined ? undefined : explorerLink(chain, hash)
}

/** The hashes of a transaction that are known, each with the key of its chain. */
export function hashesOf({ inboundHash, hash, outboundHash, refundHash, srcAsset, dstAsset }: StatusTransaction) {
  return [
    { name: 'source', hash: inboundHash || hash, chain: srcAsset.chain },
    { name: 'destination', hash: outboundHash ?? '', chain: dstAsset.chain },
    { name: 'refund', hash: refundHash ?? '', chain: srcAsset.chain },
  ].filter((each) => each.hash !== '')
}

async function linkedHashes(
  transaction: StatusTransaction,
  catalog: OpenedSwaps['catalog'],
): Promise<readonly ActivityHash[]> {
  const isPaper = isPaperProvider(transaction.provider)
  return Promise.all(
    hashesOf(transaction).map(async ({ name, hash, chain }) => ({
      name,
      hash,
      // No explorer knows the hashes of the sandbox.
      link: isPaper ? undefined : await linkOf(chain, hash, catalog),
    })),
  )
}

const EVENTS: Readonly<Record<string, string>> = {
  'transaction.created': 'executed, awaiting payment',
  'transaction.hash': 'the hash of the payment was reported, or dropped again',
  'transaction.updated': 'updated',
  'transaction.final': 'ended',
  'transaction.evidence': 'contrary evidence, and not taken over',
}

function damagedEntry(seq: number, place: Place): ActivityEntry {
  return { at: '', text: `event ${seq} is damaged (${commandLine(['doctor', ...placeWords(place)])})` }
}

/** One event as a sentence: its kind, then its details. */
export function entryOf({ at, type, data }: SwapEvent): ActivityEntry {
  const what = Object.hasOwn(EVENTS, type) ? (EVENTS[type] ?? type) : type
  const facts =
    typeof data === 'object' && data !== null && !Array.isArray(data)
      ? Object.entries(data).flatMap(([key, value]) =>
          typeof value === 'string' || typeof value === 'number' ? [`${key} ${value}`] : [],
        )
      : []
  return { at: cleanText(at, 40), text: cleanText([what, ...facts].join(', '), 400) }
}
