import { type AssetMatch, unresolvedAsset } from '../../../../core/assets/asset-reference.ts'
import type { CatalogAsset } from '../../../../core/assets/catalog.ts'
import { backingText } from '../../../../core/assets/evidence.ts'
import { joinPayee, splitPayee } from '../../../../core/assets/contacts.ts'
import { addressFingerprint } from '../../../../core/assets/fingerprint.ts'
import { doubtsOf, labelOf } from '../../../../core/assets/found-asset.ts'
import { shortAddress } from '../../../../core/assets/short-address.ts'
import { defined } from '../../../../core/defined.ts'
import type { EntryClause } from '../../../../core/entry/clauses.ts'
import { cleanText } from '../../../../core/text/clean-text.ts'
import { findAssets } from '../../../../core/assets/find-assets.ts'
import { completeAmbiguous, completeEntry } from '../../../../core/entry/complete-entry.ts'
import { type EntryAssets, matchEntry } from '../../../../core/entry/match-entry.ts'
import { beginsEntry, type EntryReading, type EntrySpan, readEntry } from '../../../../core/entry/read-entry.ts'
import type { OpenedSwaps } from '../../../context.ts'
import { expectedProblem, type Problem, problemOf } from '../../../problem.ts'
import type { AppFacts } from '../../../events.ts'
import type { LineMeaning } from '../../../screen.ts'
import { readRecipient } from '../form.ts'
import { recipientProblem } from '../quote.ts'
import { assetOf, FORM_ENTRY } from './filling.ts'
import { contactNames } from './finder.ts'
import type { Lookup } from '../state.ts'
import { findPastSwaps } from './past-swaps.ts'

/** Most assets that are offered. */
const MOST_ASSETS = 6

/** What is known of a text before it is looked up. */
export function nothingOf(text: string): Lookup {
  return { text, assets: [], past: [], hasMore: false, problem: undefined, completions: [], meanings: {} }
}

/**
 * Looks up what a text may mean. @param cursor UTF-16 units before it @param settings with the address book
 * @throws what the service throws
 */
export async function lookUp(
  opened: OpenedSwaps,
  text: string,
  cursor: number,
  settings: AppFacts['settings'],
): Promise<Lookup> {
  const nothing = nothingOf(text)
  if (text.trim() === '') return nothing
  if (beginsEntry(text)) {
    const names = { contacts: contactNames({ settings }), providers: [], ...FORM_ENTRY }
    const completions = await completeEntry(opened.catalog, names, text, cursor)
    // A line that is no order may be words of a past swap, or the beginning of its id.
    const isOrder = readEntry(text, FORM_ENTRY).order !== undefined
    const swaps = isOrder ? {} : await findPastSwaps(opened.service, text).catch(ignoreExpected)
    const { unclear, ...meaning } = await readMeaning(opened, text, settings)
    return { ...nothing, ...swaps, ...meaning, completions: completions.length > 0 ? completions : unclear }
  }
  const [{ assets: all }, { past, hasMore }] = await Promise.all([
    findAssets(opened, text, undefined),
    findPastSwaps(opened.service, text),
  ])
  // What is only spelt nearly so is for whoever finds nothing else.
  const assets = past.length === 0 ? all : all.filter(({ match }) => match !== 'nearly')
  const isCut = assets.length > MOST_ASSETS && assets[0]?.match !== 'nearly'
  return { ...nothing, assets: assets.slice(0, MOST_ASSETS), past, hasMore: hasMore || isCut }
}

/** What a line says does not hang on past swaps. @throws bugs */
function ignoreExpected(error: unknown) {
  expectedProblem(error)
  return {}
}

/** What a line would fill in, as the form reads it. */
async function readMeaning(
  opened: OpenedSwaps,
  text: string,
  settings: AppFacts['settings'],
): Promise<Pick<Lookup, 'problem' | 'meanings'> & { readonly unclear: Lookup['completions'] }> {
  const reading = readEntry(text, FORM_ENTRY)
  const matches = await matchEntry(opened.catalog, reading)
  const wrong = wrongAsset(text, reading, matches)
  const unclear =
    wrong?.match.kind === 'ambiguous' ? await completeAmbiguous(opened.catalog, wrong.span, wrong.match.candidates) : []
  const problem = wrong === undefined ? undefined : problemOfAsset(wrong, unclear)
  const [from, to] = await Promise.all([meaningOf(opened, matches.from), meaningOf(opened, matches.to)])
  const { to: got } = matches
  const family = got?.kind === 'ok' ? got.chain.addressFamily : ''
  return { problem, unclear, meanings: defined({ from, to, recipient: recipientOf(text, reading, family, settings) }) }
}

/** Only of an asset that the catalog has: others are read from their contracts once the form is filled. */
async function meaningOf(opened: OpenedSwaps, match: AssetMatch | undefined): Promise<LineMeaning | undefined> {
  if (match?.kind !== 'ok') return undefined
  try {
    const asset = await assetOf(opened, match)
    const where = asset.isNative ? 'native' : shortAddress(asset.address)
    const doubts = doubtsOf(asset).map((doubt) => `, ! ${doubt}`)
    return { text: `${labelOf(asset)}  ${asset.name} · ${where}${doubts.join('')}`, isDoubtful: doubts.length > 0 }
  } catch (error) {
    return { text: `! ${problemOf(error).message}`, isDoubtful: true }
  }
}

/** Who is paid: the address that a contact or the text itself has, short and with its fingerprint. */
function recipientOf(
  text: string,
  { spans }: EntryReading,
  family: string,
  settings: AppFacts['settings'],
): LineMeaning | undefined {
  const valueOf = (clause: EntryClause) => {
    const span = spans.find((each) => each.part === 'value' && each.clause === clause)
    return span === undefined ? undefined : text.slice(span.start, span.end)
  }
  const written = valueOf('recipient')
  if (written === undefined) return undefined
  const { recipient } = readRecipient(joinPayee({ address: written, memo: valueOf('recipientMemo') }), { settings })
  const problem = recipientProblem(recipient, family)
  if (problem !== undefined) return { text: `! ${problem}`, isDoubtful: true }
  const { address, memo } = splitPayee(recipient)
  const mark = `${shortAddress(address)} [${addressFingerprint(address)}]`
  return { text: cleanText(memo === undefined ? mark : `${mark} ${memo}`, 160), isDoubtful: false }
}

/** An asset of a line that is none, or may be several. */
interface WrongAsset {
  readonly span: EntrySpan
  readonly match: Exclude<AssetMatch, { readonly kind: 'ok' }>
}

/** The first one; of an asset that is still being written nothing is said, unless the line is whole. */
function wrongAsset(text: string, { spans, order }: EntryReading, { from, to }: EntryAssets): WrongAsset | undefined {
  const isBeingWritten = order === undefined && spans.at(-1)?.end === text.length
  const last = spans.at(-1)?.part
  for (const [part, match] of [['from', from] as const, ['to', to] as const]) {
    const span = spans.find((each) => each.part === part)
    if (span === undefined || match === undefined || match.kind === 'ok' || (isBeingWritten && last === part)) continue
    // A token that the catalog lacks is read from its contract.
    if (match.kind === 'unknown' && match.chain !== undefined && match.contract !== undefined) continue
    return { span, match }
  }
  return undefined
}

/** Most assets of an ambiguous text that are named. */
const MOST_NAMED = 3

/** What is wrong with it, in a line or two. @param unclear how those that it may be are written */
function problemOfAsset({ match }: WrongAsset, unclear: Lookup['completions']): Problem {
  if (match.kind !== 'ambiguous') return problemOf(unresolvedAsset(match))
  const { candidates, why, proposed, heldBy } = match
  const named = candidates.slice(0, MOST_NAMED).map((asset) => `${placeText(asset)} (${backingText(asset)})`)
  const hidden = candidates.length - named.length
  const more = hidden === 0 ? '' : `, and ${hidden} more`
  const elsewhere = heldBy.length === 0 ? '' : `; elsewhere called so: ${heldBy.map(placeText).join(', ')}`
  const [first] = unclear
  return {
    message: `${why}: ${named.join(', ')}${more}${elsewhere}`,
    hint:
      proposed === undefined || first === undefined
        ? unresolvedAsset(match).hint
        : `Write the one you mean, such as ${first.text}`,
  }
}

function placeText({ chain, symbol, address, isNative }: CatalogAsset): string {
  const where = isNative ? 'native' : shortAddress(cleanText(address, 256))
  return `${cleanText(chain)}:${cleanText(symbol, 40)} ${where}`
}
