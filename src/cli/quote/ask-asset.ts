import { assetAt, type AssetSource, findAssets } from '../../core/assets/find-assets.ts'
import { matchAsset } from '../../core/assets/asset-reference.ts'
import { type FoundAsset, referenceOf } from '../../core/assets/found-asset.ts'
import { isSwapError } from '../../core/api/errors.ts'
import type { ReadBalances } from '../accounts/held-balances.ts'
import { type Asker, choose, promptColumns, searchFor } from '../prompts.ts'
import type { OpenedService, Session } from '../session.ts'
import { assetChoices } from '../views/asset-choices.ts'
import { findAsset, type NamedAsset } from './find-asset.ts'

/** Pause before a server is asked, so that not every letter asks it, in milliseconds. */
const TYPING_MS = 120

/** How long a list waits for balances, in milliseconds: what comes later is there at the next look. */
const BALANCES_MS = 400

/** Assets whose balance is asked for: about as many as are seen. */
const MOST_BALANCES = 24

/** An asset that a person chose, and the word that names it. */
export interface AskedAsset {
  readonly word: string
  readonly named: NamedAsset
}

/** What is asked about an asset. */
interface AssetQuestion {
  readonly field: 'from' | 'to'
  readonly question: string
  /** What was typed for it already; '' for nothing. */
  readonly typed: string
  readonly balances: ReadBalances
}

/** The asset that was typed, else one that a person searches for: the question stays until there is one that can be swapped. */
export async function askAsset(session: Session, opened: OpenedService, asked: AssetQuestion): Promise<AskedAsset> {
  const { field, question, balances } = asked
  let { typed } = asked
  if (typed !== '') {
    const named = await tryAsset(session, opened, typed, field)
    if (named !== undefined) return { word: typed, named }
  }
  for (;;) {
    const find = (text: string, signal: AbortSignal) => findChoices(session, opened, { text, balances, signal })
    const word = await wordFor(opened, await searchFor(session, question, find, typed))
    const named = await tryAsset(session, opened, word, field)
    if (named !== undefined) return { word, named }
    typed = ''
  }
}

/** The word for a chosen asset that means it and no other. */
async function wordFor({ catalog }: AssetSource, chosen: FoundAsset): Promise<string> {
  const word = referenceOf(chosen)
  const match = await matchAsset(catalog, word)
  const isIt = match.kind === 'ok' && match.chain.key === chosen.chain && match.asset.address === chosen.address
  return isIt ? word : `${chosen.chain}:${chosen.address}`
}

/** What is asked where a text does not mean one asset for sure. */
const QUESTIONS = { from: 'Which asset do you send?', to: 'Which asset do you want?' } as const

/**
 * The asset that a text means; where it may mean several, or one that nobody vouches for, the one that a person takes: of
 * these and of the better backed ones of other chains. Dead ones are not offered.
 * @throws VALIDATION_ERROR when there is nothing to choose from
 */
export async function findOrAsk(
  session: Session,
  opened: OpenedService,
  text: string,
  field: 'from' | 'to',
): Promise<NamedAsset> {
  const match = await matchAsset(opened.catalog, text)
  const offered = match.kind === 'ambiguous' ? [...match.candidates, ...match.heldBy] : []
  const alive = offered.filter(({ form }) => form !== 'dead').slice(0, MOST_OFFERED)
  const found = await Promise.all(alive.map(({ chain, address }) => assetAt(opened, chain, address)))
  const assets = found.flatMap((asset) => asset ?? [])
  if (match.kind !== 'ambiguous' || assets.length === 0) return findAsset(opened, text, { field })
  session.output.note(match.why)
  const balances = assets.map(() => '')
  const { header, candidates } = await assetChoices(assets, balances, promptColumns(session))
  const choices = candidates.map((candidate) => ({ ...candidate, description: candidate.description.split('\n') }))
  const chosen = await choose(session, QUESTIONS[field], choices, header)
  return findAsset(opened, `${chosen.chain}:${chosen.address}`, { field })
}

/** Assets that a person chooses from where a text fits several. */
const MOST_OFFERED = 30

/** The asset of a text; says why where there is none. */
async function tryAsset(session: Session, opened: OpenedService, text: string, field: 'from' | 'to') {
  try {
    return await findAsset(opened, text, { field })
  } catch (error) {
    if (!isSwapError(error) || error.code !== 'VALIDATION_ERROR') throw error
    session.output.note(error.message)
    return undefined
  }
}

interface Looking {
  readonly text: string
  readonly balances: ReadBalances
  readonly signal: AbortSignal
}

async function findChoices(
  session: Asker & Pick<Session, 'clock'>,
  opened: AssetSource,
  { text, balances, signal }: Looking,
) {
  if (opened.embedded === undefined) await session.clock.sleep(TYPING_MS, signal)
  const { assets } = await findAssets(opened, text, undefined)
  if (assets.length === 0) throw new Error('Nothing fits: part of a symbol, name or address; usdc base, or usdc@base')
  const texts = await readSoon(session.clock, balances, assets)
  return assetChoices(assets, texts, promptColumns(session))
}

/** Balances of the first assets that are read in time; '' for the others. */
async function readSoon(
  clock: Session['clock'],
  balances: ReadBalances,
  assets: readonly FoundAsset[],
): Promise<readonly string[]> {
  const seen = assets.slice(0, MOST_BALANCES)
  const texts = new Map<FoundAsset, string>()
  const readChain = async (chain: string) => {
    const ofChain = seen.flatMap((asset) => {
      const { address, isNative, decimals } = asset
      return asset.chain !== chain || decimals === undefined ? [] : [{ asset, held: { address, isNative, decimals } }]
    })
    const read = await balances(
      chain,
      ofChain.map(({ held }) => held),
    )
    for (const [index, { asset }] of ofChain.entries()) {
      const balance = read[index]
      texts.set(asset, typeof balance === 'object' ? 'unknown' : (balance ?? ''))
    }
  }
  const late = new AbortController()
  const reading = Promise.all([...new Set(seen.map(({ chain }) => chain))].map(readChain))
  await Promise.race([reading, clock.sleep(BALANCES_MS, late.signal).catch(() => undefined)])
  late.abort()
  return assets.map((asset) => texts.get(asset) ?? '')
}
