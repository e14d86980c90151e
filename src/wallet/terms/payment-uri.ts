import { base64 } from '@scure/base'
import { checkAddress } from '../../core/assets/address.ts'
import { fromHex } from '../../core/assets/addresses/codecs.ts'
import { encodeTonFriendly } from '../../core/assets/addresses/ton.ts'
import { formatAmount } from '../../core/money/amount.ts'
import type { CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'

/** What a link says of an asset. */
type LinkedAsset = Pick<CatalogAsset, 'address' | 'decimals' | 'isNative'>

/** A payment whose address was checked. */
interface LinkedPayment {
  readonly family: string
  readonly asset: LinkedAsset
  /** Canonical. */
  readonly recipient: string
  /** Base units, above 0. */
  readonly units: bigint
  /** Printable ASCII, not empty; undefined where there is none. */
  readonly memo: string | undefined
}

/** Makes a link, or says by undefined that none of its kind can say the whole payment. */
type LinkMaker = (payment: LinkedPayment) => string | undefined

/** The link of a chain's coin, of as many decimals, and of its tokens where it has links for them. */
interface ChainLink {
  readonly decimals: number
  readonly make: LinkMaker
}

/**
 * By chain key, not by family: other chains share the addresses of Solana and TON, and their coins would be paid on the
 * wrong one. EVM chains are not here, since their link names the number of the chain.
 */
const LINKS: ReadonlyMap<string, ChainLink> = new Map([
  ['bitcoin', { decimals: 8, make: coinUri('bitcoin:') }],
  ['litecoin', { decimals: 8, make: coinUri('litecoin:') }],
  ['dogecoin', { decimals: 8, make: coinUri('dogecoin:') }],
  ['dash', { decimals: 8, make: coinUri('dash:') }],
  ['bitcoin-cash', { decimals: 8, make: bitcoinCashUri }],
  ['zcash', { decimals: 8, make: coinUri('zcash:') }],
  ['cardano', { decimals: 6, make: coinUri('web+cardano:') }],
  ['solana', { decimals: 9, make: solanaUri }],
  ['stellar', { decimals: 7, make: stellarUri }],
  ['ton', { decimals: 9, make: tonUri }],
  ['xrpl', { decimals: 6, make: xrplUri }],
])

/** Largest number of Solidity's uint256. */
const MAX_UINT256 = 2n ** 256n - 1n

/** Largest destination tag, an unsigned integer of 32 bits. */
const MAX_TAG = 2n ** 32n - 1n

/** Most bytes of a text memo of Stellar. */
const STELLAR_TEXT_BYTES = 28

/**
 * What a phone's wallet reads as a payment. The specifications, by chain:
 * EVM https://eips.ethereum.org/EIPS/eip-681 ·
 * Bitcoin, Litecoin, Dogecoin, Bitcoin Cash and Dash https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki ·
 * Zcash https://zips.z.cash/zip-0321 · Cardano https://cips.cardano.org/cip/CIP-0013 ·
 * Solana https://docs.solanapay.com/spec ·
 * Stellar https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0007.md ·
 * TON https://docs.ton.org/ecosystem/wallet-apps/deep-links ·
 * XRP Ledger https://github.com/XRPLF/XRPL-Standards/tree/master/XLS-0002-destination-information
 *
 * Undefined where no link can say the whole payment: other chains, an address, asset or amount that does not fit, and a
 * memo for which the link has no place. Of those are the memos of Bitcoin-like chains: BIP-21 knows none, a wallet drops
 * what it does not know, and without its OP_RETURN output the money would be lost. Then address, amount and memo are to
 * be shown as they are.
 * @param chain its key decides, since chains share families of addresses
 * @param amountUnits base units, above 0
 * @param memo as the provider states it; on Stellar `id:`, `text:` or `hash:` before it says its type
 */
export function paymentUri(
  chain: Pick<CatalogChain, 'key' | 'chainId' | 'addressFamily'>,
  asset: LinkedAsset,
  address: string,
  amountUnits: bigint,
  memo: string | undefined,
): string | undefined {
  const { addressFamily: family } = chain
  const checked = checkAddress(family, address)
  if (!checked.ok || amountUnits <= 0n) return undefined
  const stated = memo === '' ? undefined : memo
  if (stated !== undefined && !/^[\x20-\x7e]+$/.test(stated)) return undefined
  const payment = { family, asset, recipient: checked.canonical, units: amountUnits, memo: stated }
  if (family === 'evm') return ethereumUri(chain.chainId, payment)
  const link = LINKS.get(chain.key)
  // A coin of other decimals than its own would be paid in another amount.
  if (link === undefined || (asset.isNative && asset.decimals !== link.decimals)) return undefined
  return link.make(payment)
}

/** Amounts are whole numbers of base units, written out: not every wallet reads the exponents that the text allows. */
function ethereumUri(chainId: number, { asset, recipient, units, memo }: LinkedPayment): string | undefined {
  if (memo !== undefined || units > MAX_UINT256) return undefined
  if (asset.isNative) return `ethereum:${recipient}@${chainId}?value=${units}`
  const token = checkAddress('evm', asset.address)
  if (!token.ok || token.canonical === recipient) return undefined
  return `ethereum:${token.canonical}@${chainId}/transfer?address=${recipient}&uint256=${units}`
}

/** Links that say address and amount in whole coins, and nothing else that every wallet reads. */
function coinUri(scheme: string): LinkMaker {
  return ({ asset, recipient, units, memo }) =>
    asset.isNative && memo === undefined ? `${scheme}${recipient}?amount=${inCoins(asset, units)}` : undefined
}

/** An address of Bitcoin Cash brings its scheme. An old one has none, and under Bitcoin's it would be paid on the wrong chain. */
function bitcoinCashUri(payment: LinkedPayment): string | undefined {
  return payment.recipient.includes(':') ? coinUri('')(payment) : undefined
}

function solanaUri({ family, asset, recipient, units, memo }: LinkedPayment): string | undefined {
  const mint = tokenOf(family, asset, recipient)
  if (mint === undefined) return undefined
  return withQuery(`solana:${recipient}`, [
    ['amount', inCoins(asset, units)],
    ['spl-token', mint.address],
    ['memo', memo],
  ])
}

/** Only of lumens: a link names the issuer of another asset, and the catalog its contract. */
function stellarUri({ asset, recipient, units, memo }: LinkedPayment): string | undefined {
  const stated = memo === undefined ? [] : stellarMemo(memo)
  if (!asset.isNative || stated === undefined) return undefined
  return withQuery('web+stellar:pay', [['destination', recipient], ['amount', inCoins(asset, units)], ...stated])
}

/** Memo and type of a memo; undefined where its type is open: a number may be an id or a text, which differ on the ledger. */
function stellarMemo(memo: string): readonly QueryField[] | undefined {
  const [, kind, value = ''] = /^(id|text|hash):(.+)$/.exec(memo) ?? [memo, undefined, memo]
  const isNumber = /^[0-9]+$/.test(value)
  if (kind === 'id') return isNumber ? memoFields(value, 'MEMO_ID') : undefined
  if (kind === 'hash') {
    return /^[0-9a-f]{64}$/.test(value) ? memoFields(base64.encode(fromHex(value)), 'MEMO_HASH') : undefined
  }
  const isOpen = kind === undefined && isNumber
  return isOpen || value.length > STELLAR_TEXT_BYTES ? undefined : memoFields(value, 'MEMO_TEXT')
}

function memoFields(memo: string, type: string): readonly QueryField[] {
  return [
    ['memo', memo],
    ['memo_type', type],
  ]
}

/** Amounts are whole numbers of base units. A raw address becomes a friendly one, which all wallets read. */
function tonUri({ family, asset, recipient, units, memo }: LinkedPayment): string | undefined {
  const jetton = tokenOf(family, asset, recipient)
  if (jetton === undefined) return undefined
  const raw = /^0:([0-9a-f]{64})$/.exec(recipient)?.[1]
  return withQuery(`ton://transfer/${raw === undefined ? recipient : encodeTonFriendly(fromHex(raw))}`, [
    ['jetton', jetton.address],
    ['amount', units.toString()],
    ['text', memo],
  ])
}

/**
 * XLS-2 takes any address of a page with the payment behind it. This one opens no page, so that nobody else learns of it.
 * It knows destination tags and no memos: only what can be a tag is one.
 */
function xrplUri({ asset, recipient, units, memo }: LinkedPayment): string | undefined {
  const isTag = memo === undefined || (/^(?:0|[1-9][0-9]{0,9})$/.test(memo) && BigInt(memo) <= MAX_TAG)
  if (!asset.isNative || !isTag) return undefined
  return withQuery('xrpl:', [
    ['to', recipient],
    ['amount', inCoins(asset, units)],
    ['dt', memo],
  ])
}

/** The token's own address, undefined inside for the coin; undefined for one that cannot be paid to this recipient. */
function tokenOf(
  family: string,
  asset: LinkedAsset,
  recipient: string,
): { readonly address: string | undefined } | undefined {
  if (asset.isNative) return { address: undefined }
  const token = checkAddress(family, asset.address)
  return token.ok && token.canonical !== recipient ? { address: token.canonical } : undefined
}

function inCoins({ decimals }: LinkedAsset, units: bigint): string {
  return formatAmount(units, decimals)
}

type QueryField = readonly [name: string, value: string | undefined]

function withQuery(start: string, fields: readonly QueryField[]): string {
  const said = fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeStrictly(value)}`]))
  return `${start}?${said.join('&')}`
}

/** Everything but letters, digits and `-_.~` as RFC 3986 escapes it, so that no shell and no chat cuts a link. */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
