import { SwapError } from '../../../../core/api/errors.ts'
import { type AssetMatch, matchAsset, unresolvedAsset } from '../../../../core/assets/asset-reference.ts'
import { joinPayee } from '../../../../core/assets/contacts.ts'
import { assetAt } from '../../../../core/assets/find-assets.ts'
import { defined } from '../../../../core/defined.ts'
import type { EntryClause } from '../../../../core/entry/clauses.ts'
import { matchEntry } from '../../../../core/entry/match-entry.ts'
import { readEntry } from '../../../../core/entry/read-entry.ts'
import { writeBps } from '../../../../core/money/basis-points.ts'
import { RANK_MODES } from '../../../../core/swap/ranking.ts'
import { cleanText } from '../../../../core/text/clean-text.ts'
import type { OpenedSwaps } from '../../../context.ts'
import type { SwapAsset } from '../../../kit/run/swap-asset.ts'
import { pastOf } from './repeated-swap.ts'
import type { AssetOfPast, FormFilling, RepeatedSwap } from '../state.ts'

/** Clauses of an entry that the form has a field for. */
export const FORM_CLAUSES = ['recipient', 'recipientMemo', 'slippage', 'rank'] as const satisfies readonly EntryClause[]

/** What an entry fills the form with: exactly what is written. @throws USAGE VALIDATION_ERROR with the candidates */
export async function readLine(opened: OpenedSwaps, text: string): Promise<FormFilling> {
  const reading = readEntry(text, FORM_CLAUSES)
  const { order, problem } = reading
  if (order === undefined) throw new SwapError('USAGE', problem?.message ?? '', defined({ hint: problem?.hint }))
  const { from, to } = await matchEntry(opened.catalog, reading)
  const [paid, got] = [await assetOf(opened, from), await assetOf(opened, to)]
  const { recipient: address, recipientMemo: memo, slippage = '', rank } = order.clauses
  if (address === undefined && memo !== undefined) {
    throw new SwapError('USAGE', `The memo ${cleanText(memo)} needs the recipient that it is for`, {
      hint: 'Write for ADDRESS',
    })
  }
  return {
    ...{ from: paid, to: got, amount: order.amount, slippage },
    recipient: address === undefined ? '' : joinPayee({ address, memo }),
    rank: RANK_MODES.find((mode) => mode === rank),
  }
}

/** The one asset that a reference means. @throws VALIDATION_ERROR with the candidates */
export async function findWritten(opened: OpenedSwaps, reference: string): Promise<SwapAsset> {
  return assetOf(opened, await matchAsset(opened.catalog, reference))
}

/** The one asset that a match means. @throws VALIDATION_ERROR */
async function assetOf(opened: OpenedSwaps, match: AssetMatch | undefined): Promise<SwapAsset> {
  const place =
    match?.kind === 'ok'
      ? { chain: match.chain.key, address: match.asset.address }
      : match?.kind === 'unknown' && match.chain !== undefined && match.contract !== undefined
        ? { chain: match.chain.key, address: match.contract }
        : undefined
  const asset = place === undefined ? undefined : await assetAt(opened, place.chain, place.address)
  if (asset !== undefined) return asset
  throw match === undefined || match.kind === 'ok'
    ? new SwapError('VALIDATION_ERROR', 'The service does not list this asset')
    : unresolvedAsset(match)
}

/**
 * What a past swap fills the form with; the last one where none is given.
 * @param slippageOf what its run was agreed to with, in basis points, by the id of its transaction; undefined where none is known
 * @throws NOT_FOUND VALIDATION_ERROR
 */
export async function findPast(
  opened: OpenedSwaps,
  given: RepeatedSwap | undefined,
  slippageOf: (transactionId: string) => Promise<number | undefined>,
): Promise<FormFilling> {
  const past = given ?? pastOf((await opened.service.history({ perPage: 1 })).data[0])
  if (past === undefined) throw new SwapError('NOT_FOUND', 'There is no past swap that could be filled in')
  const [from, to] = [await assetOfPlace(opened, past.from), await assetOfPlace(opened, past.to)]
  if (from === undefined || to === undefined) {
    throw new SwapError('VALIDATION_ERROR', 'The assets of that swap are not listed any more')
  }
  const bps = past.id === undefined ? undefined : await slippageOf(past.id)
  const slippage = bps === undefined ? '' : writeBps(bps)
  return { from, to, amount: past.amount, recipient: past.recipient, slippage, rank: undefined }
}

async function assetOfPlace(opened: OpenedSwaps, { chain, contract }: AssetOfPast): Promise<SwapAsset | undefined> {
  const address = contract ?? (await opened.catalog.assets(chain)).find(({ isNative }) => isNative)?.address
  return address === undefined ? undefined : assetAt(opened, chain, address)
}
