import { cleanText } from '../text/clean-text.ts'
import type { CatalogAsset } from './catalog.ts'

/*
 * What stands behind a row of the catalog: who says that the contract is the asset whose symbol it bears, and which form of
 * the asset it is. People type symbols, and money goes to the row that a symbol means.
 */

/**
 * Who says so, the strongest first: its issuer (or the chain, for its own coin), two lists that do not copy each other, one list, nobody
 * but a provider or an import, or nothing but the contract's own word.
 */
export const EVIDENCES = ['issuer', 'two_lists', 'one_list', 'provider', 'contract'] as const
export type AssetEvidence = (typeof EVIDENCES)[number]

/**
 * Which form of an asset it is: the chain's coin, what its issuer gives out there, what the bridge of the chain or of the issuer
 * makes of it (or what the lists of the chain take for the coin), what another bridge makes of it, the wrapped coin of the chain, or a dead one: frozen, replaced, or of a
 * bridge that was broken.
 */
export const ASSET_FORMS = ['native', 'issuer', 'canonical_bridge', 'other_bridge', 'wrapped_native', 'dead'] as const
export type AssetForm = (typeof ASSET_FORMS)[number]

/** What the catalog says of a row beside its names. */
export interface Backing {
  readonly evidence: AssetEvidence
  /** Null where no source says. */
  readonly form: AssetForm | null
  /** What holders of a dead one, or of one that its issuer replaces, should have instead, as `chain:address`, where there is such. */
  readonly successor?: string
}

/** Of a row that a provider's list or an import has added: nobody else says anything of it. */
export const UNBACKED: Backing = { evidence: 'provider', form: null }

/** 0 for the strongest evidence. */
export function evidenceRank(evidence: AssetEvidence): number {
  return EVIDENCES.indexOf(evidence)
}

/** Who says that it is the asset, for people. */
export const EVIDENCE_WORDS: Readonly<Record<AssetEvidence, string>> = {
  issuer: "issuer's",
  two_lists: 'two lists',
  one_list: 'one list',
  provider: 'only a provider',
  contract: 'only its contract',
}

/** Which form of the asset it is, for people. */
export const FORM_WORDS: Readonly<Record<AssetForm, string>> = {
  native: "chain's coin",
  issuer: "issuer's form",
  canonical_bridge: 'canonical bridge',
  other_bridge: 'another bridge',
  wrapped_native: 'wrapped coin',
  dead: 'dead',
}

/** Evidence and form for people, as in `two lists, another bridge`; clean text. */
export function backingText({ evidence, form, successor }: Backing): string {
  const words = EVIDENCE_WORDS[evidence]
  if (form === null || (form === 'issuer' && evidence === 'issuer')) return words
  const now = successor === undefined ? '' : `, now ${cleanText(successor, 160)}`
  return `${words}, ${FORM_WORDS[form]}${now}`
}

/** Coins issued by a token contract, although some chains use them as native coins. */
const ISSUED: ReadonlySet<string> = new Set(['usdc', 'usdt', 'usdt0', 'dai', 'xdai', 'usd', 'pusd'])

type BackedCoin = Backing & Pick<CatalogAsset, 'isNative' | 'symbol'>

/** True for the coin of a chain that is not issued elsewhere, and that not only a provider calls native: it comes before tokens. */
export function isOwnCoin({ evidence, isNative, symbol }: BackedCoin): boolean {
  return isNative && evidence === 'issuer' && !ISSUED.has(symbol.toLowerCase())
}

/** What the issuer or the chain gives out comes before what bridges make of it. */
function formRank(form: AssetForm | null): number {
  return form === 'other_bridge' ? 2 : form === 'canonical_bridge' ? 1 : 0
}

/** Compares rows: the better backed first, of equals a chain's own coin and the issuer's form, dead ones last; a stable sort keeps the order of the rest. */
export function byBacking(a: BackedCoin, b: BackedCoin): number {
  return (
    Number(a.form === 'dead') - Number(b.form === 'dead') ||
    evidenceRank(a.evidence) - evidenceRank(b.evidence) ||
    Number(isOwnCoin(b)) - Number(isOwnCoin(a)) ||
    formRank(a.form) - formRank(b.form)
  )
}
