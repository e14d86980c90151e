import { SwapError } from '../../../../core/api/errors.ts'
import { type AssetMatch, matchAsset, unresolvedAsset } from '../../../../core/assets/asset-reference.ts'
import { sameAddress } from '../../../../core/assets/address-key.ts'
import { joinPayee, splitPayee } from '../../../../core/assets/contacts.ts'
import { assetAt, unlistedAsset } from '../../../../core/assets/find-assets.ts'
import { defined } from '../../../../core/defined.ts'
import { matchEntry } from '../../../../core/entry/match-entry.ts'
import { type EntryScope, readEntry } from '../../../../core/entry/read-entry.ts'
import { writeBps } from '../../../../core/money/basis-points.ts'
import { NO_MEMO } from '../../../../core/assets/recipient-memo.ts'
import { shortAddress } from '../../../../core/assets/short-address.ts'
import { RANK_MODES } from '../../../../core/swap/ranking.ts'
import { cleanText } from '../../../../core/text/clean-text.ts'
import type { OpenedSwaps } from '../../../context.ts'
import type { SwapAsset } from '../../../kit/run/swap-asset.ts'
import type { SwapRun } from '../../../../wallet/index.ts'
import type { Notice } from '../../../events.ts'
import { expectedProblem } from '../../../problem.ts'
import type { AssetOfPast, FormFilling, RepeatedSwap } from '../state.ts'
import type { OwnKnowledge } from './own-knowledge.ts'
import { pastOf } from './repeated-swap.ts'

/** What an entry may say that fills the form: clauses that it has a field for, and a share of the balance. */
export const FORM_ENTRY = {
  clauses: ['recipient', 'recipientMemo', 'slippage', 'rank'],
  takesShares: true,
} as const satisfies EntryScope

/** What an entry fills the form with: exactly what is written. @throws USAGE VALIDATION_ERROR with the candidates */
export async function readLine(opened: OpenedSwaps, text: string): Promise<FormFilling> {
  const reading = readEntry(text, FORM_ENTRY)
  const { order, problem } = reading
  if (order === undefined) throw new SwapError('USAGE', problem?.message ?? '', defined({ hint: problem?.hint }))
  const { from, to } = await matchEntry(opened.catalog, reading)
  if (from === undefined || to === undefined) throw new Error('an order names two assets')
  const [paid, got] = [await assetOf(opened, from), await assetOf(opened, to)]
  const { recipient: address, recipientMemo: memo, slippage = '', rank } = order.clauses
  if (address === undefined && memo !== undefined) {
    throw new SwapError('USAGE', `The memo ${cleanText(memo)} needs the recipient that it is for`, {
      hint: 'Write for ADDRESS',
    })
  }
  return {
    ...{ from: paid, to: got, amount: order.amount, slippage, isWritten: true },
    recipient: address === undefined ? '' : joinPayee({ address, memo }),
    rank: RANK_MODES.find((mode) => mode === rank),
  }
}

/** The one asset that a reference means. @throws VALIDATION_ERROR with the candidates */
export async function findWritten(opened: OpenedSwaps, reference: string): Promise<SwapAsset> {
  return assetOf(opened, await matchAsset(opened.catalog, reference))
}

/** The one asset that a match means. @throws VALIDATION_ERROR */
export async function assetOf(opened: OpenedSwaps, match: AssetMatch): Promise<SwapAsset> {
  if (match.kind === 'ok') {
    const { chain, asset } = match
    const listed = await assetAt(opened, chain.key, asset.address)
    if (listed !== undefined) return listed
    throw unlistedAsset(chain.key, asset.address, asset.symbol)
  }
  const { chain, contract } = match.kind === 'unknown' ? match : {}
  const asset = chain === undefined || contract === undefined ? undefined : await assetAt(opened, chain.key, contract)
  if (asset !== undefined) return asset
  throw unresolvedAsset(match)
}

/**
 * What a past swap fills the form with; the last one where none is given. Of a swap of this machine all is filled in from its
 * run. What a service has on record, anybody may have written: a recipient is taken from there only where it is known here.
 * @throws NOT_FOUND VALIDATION_ERROR
 */
export async function findPast(
  opened: OpenedSwaps,
  given: RepeatedSwap | undefined,
  own: OwnKnowledge,
): Promise<FormFilling> {
  // A pair is none of a record, and names nobody.
  if (given !== undefined && given.id === undefined) return fillingOf(opened, given)
  const { run, unread } = await readOwn(() => (given?.id === undefined ? own.newestRun() : own.runOf(given.id)))
  if (run !== undefined) return fillingOfRun(opened, run, own)
  const past = given ?? pastOf((await opened.service.history({ perPage: 1 })).data[0])
  if (past === undefined) throw new SwapError('NOT_FOUND', 'There is no past swap that could be filled in')
  const filling = await fillingOf(opened, past)
  const recipient = past.recipient === '' ? '' : findPayee(past.recipient, await own.payees(filling.to))
  return { ...filling, recipient: recipient ?? '', remark: recordRemark(past.recipient, recipient, unread) }
}

async function fillingOf(opened: OpenedSwaps, past: RepeatedSwap): Promise<FormFilling> {
  const [from, to] = [await assetOfPlace(opened, past.from), await assetOfPlace(opened, past.to)]
  if (from === undefined) throw unlistedAsset(past.from.chain, past.from.contract)
  if (to === undefined) throw unlistedAsset(past.to.chain, past.to.contract)
  return { from, to, amount: past.amount, recipient: past.recipient, slippage: '', rank: undefined }
}

/** The address that was paid then, whatever its name stands for now. */
async function fillingOfRun(
  opened: OpenedSwaps,
  { request, recipientName }: SwapRun,
  own: OwnKnowledge,
): Promise<FormFilling> {
  const { amount, slippage, depositor, recipient: address, recipientMemo: memo } = request
  // Whoever paid himself pays the wallet that is in use now.
  const recipient = sameAddress(depositor, address) ? '' : joinPayee({ address, memo })
  const filling = await fillingOf(opened, {
    from: { chain: request.srcChain, contract: request.srcAddress },
    to: { chain: request.dstChain, contract: request.dstAddress },
    ...{ amount, recipient },
  })
  const bps = slippage === undefined ? '' : writeBps(slippage)
  const filled = { ...filling, slippage: bps }
  // A name that the form knows for the address is shown there.
  if (recipientName === undefined || recipient === '') return filled
  if (findPayee(recipient, await own.payees(filling.to)) !== undefined) return filled
  return { ...filled, remark: nameRemark(cleanText(recipientName)) }
}

async function readOwn(read: OwnKnowledge['newestRun']) {
  try {
    return { run: await read(), unread: undefined }
  } catch (error) {
    return { run: undefined, unread: expectedProblem(error).message }
  }
}

/** The payee of these that a text means, memo and all: an exchange has one address for all; undefined where none does. */
function findPayee(text: string, payees: readonly string[]): string | undefined {
  const wanted = splitPayee(text)
  return payees.find((payee) => {
    const { address, memo = NO_MEMO } = splitPayee(payee)
    return sameAddress(address, wanted.address) && memo === (wanted.memo ?? NO_MEMO)
  })
}

function nameRemark(name: string): Notice {
  return { tone: 'info', text: `recipient: the address that ${name} stood for then` }
}

function recordRemark(stated: string, taken: string | undefined, unread: string | undefined): Notice {
  const why = unread === undefined ? 'not this machine' : `its run cannot be read: ${unread}`
  const teller = `the record of the service states this swap, ${why}`
  if (taken !== undefined) return { tone: unread === undefined ? 'info' : 'bad', text: teller }
  const { address, memo } = splitPayee(stated)
  const who = cleanText(joinPayee({ address: shortAddress(address), memo }), 80)
  return { tone: 'bad', text: `recipient left out: ${who} is neither yours nor a contact; ${teller}` }
}

async function assetOfPlace(opened: OpenedSwaps, { chain, contract }: AssetOfPast): Promise<SwapAsset | undefined> {
  const address = contract ?? (await opened.catalog.assets(chain)).find(({ isNative }) => isNative)?.address
  return address === undefined ? undefined : assetAt(opened, chain, address)
}
