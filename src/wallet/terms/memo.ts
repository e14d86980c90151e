import { addressKey } from '../../core/assets/address.ts'
import { NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { isSpreadTooLong } from '../../core/swap/networks/streaming.ts'
import type { MemoNetwork } from '../family.ts'
import { refusedPayload } from '../refusal.ts'
import type { EndTerms } from './pay-terms.ts'
import type { PaySide } from '../payment.ts'

/** What a memo of THORChain or Maya orders, all of it within the terms. */
export interface MemoOrder {
  /** Least that arrives, base units of the destination asset; undefined where the network's units are not known. */
  readonly minimumReceived: bigint | undefined
}

/** Chains as both networks call them: catalog key and ticker of the coin. */
const CHAINS: ReadonlyMap<string, readonly [key: string, ticker: string]> = new Map([
  ['BTC', ['bitcoin', 'BTC']],
  ['LTC', ['litecoin', 'LTC']],
  ['BCH', ['bitcoin-cash', 'BCH']],
  ['DOGE', ['dogecoin', 'DOGE']],
  ['DASH', ['dash', 'DASH']],
  ['ETH', ['ethereum', 'ETH']],
  ['BSC', ['bsc', 'BNB']],
  ['AVAX', ['avalanche', 'AVAX']],
  ['BASE', ['base', 'ETH']],
  ['ARB', ['arbitrum', 'ETH']],
  ['GAIA', ['cosmos', 'ATOM']],
  ['XRP', ['xrpl', 'XRP']],
  ['TRON', ['tron', 'TRX']],
  ['THOR', ['thorchain', 'RUNE']],
  ['MAYA', ['mayachain', 'CACAO']],
  ['KUJI', ['kujira', 'KUJI']],
  ['SOL', ['solana', 'SOL']],
  ['ZEC', ['zcash', 'ZEC']],
  ['XRD', ['radix', 'XRD']],
  ['ADA', ['cardano', 'ADA']],
])

/** Short names of coins; some mean another coin on Maya. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['a', 'AVAX.AVAX'],
  ['b', 'BTC.BTC'],
  ['c', 'BCH.BCH'],
  ['d', 'DOGE.DOGE'],
  ['e', 'ETH.ETH'],
  ['f', 'BASE.ETH'],
  ['g', 'GAIA.ATOM'],
  ['l', 'LTC.LTC'],
  ['o', 'SOL.SOL'],
  ['r', 'THOR.RUNE'],
  ['s', 'BSC.BNB'],
  ['tr', 'TRON.TRX'],
  ['x', 'XRP.XRP'],
  ['z', 'ZEC.ZEC'],
])
const SHORT_NAMES_OF_MAYA: ReadonlyMap<string, string> = new Map([
  ['a', 'ARB.ETH'],
  ['b', 'BTC.BTC'],
  ['c', 'MAYA.CACAO'],
  ['d', 'DASH.DASH'],
  ['e', 'ETH.ETH'],
  ['k', 'KUJI.KUJI'],
  ['r', 'THOR.RUNE'],
  ['x', 'XRD.XRD'],
  ['z', 'ZEC.ZEC'],
])

/** Digits of a contract that distinguish it from others with the same ticker. */
const TELLING_DIGITS = 6

/** Decimals in which both networks count assets, but for those of Maya's own chain. */
const NETWORK_DECIMALS = 8

/**
 * Verifies a memo against the terms: `=:ASSET:DESTINATION[/REFUND]:LIMIT[/INTERVAL/QUANTITY][:AFFILIATE:BPS]`. It is the
 * only instruction that the network gets. https://dev.thorchain.org/concepts/memos.html
 * @throws WALLET_REFUSED
 */
export function readMemoOrder(memo: string, terms: EndTerms): MemoOrder {
  const [action = '', asset = '', to = '', stream = '', , , ...further] = memo.split(':')
  if (!['=', 's', 'swap'].includes(action.toLowerCase()) || asset === '' || to === '') {
    throw refusedPayload('its memo is not a swap')
  }
  // Behind the affiliate's share stand a contract and a token into which the outcome is swapped once more.
  if (further.some((field) => field !== '')) throw refusedPayload('its memo orders more than a swap')
  const [destination = '', refund = '', ...others] = to.split('/')
  if (others.length > 0 || addressKey(destination) !== addressKey(terms.recipient)) {
    throw refusedPayload('its memo pays another recipient')
  }
  if (refund !== '' && addressKey(refund) !== addressKey(terms.depositor)) {
    throw refusedPayload('its memo refunds another wallet')
  }
  if (!namesAsset(asset, terms.dst, terms.provider)) throw refusedPayload('its memo is for another asset')
  const limit = /^([0-9]{0,40})(?:e([0-9]{1,2}))?(?:\/([0-9]{0,6}))?(?:\/([0-9]{0,6}))?$/i.exec(stream)
  if (limit === null) throw refusedPayload('its memo has a limit that cannot be read')
  if (isSpreadTooLong({ count: Number(limit[4] ?? '0'), intervalBlocks: Number(limit[3] ?? '0') })) {
    throw refusedPayload('its memo spreads the swap over too long a time')
  }
  const digits = limit[1] === undefined || limit[1] === '' ? '0' : limit[1]
  const units = BigInt(digits) * 10n ** BigInt(limit[2] ?? '0')
  return { minimumReceived: toAssetUnits(units, terms) }
}

/** The network whose memos a provider writes. @param provider its key */
export function memoNetwork(provider: string): MemoNetwork {
  return provider.toUpperCase().startsWith('MAYA') ? 'MAYA' : 'THORCHAIN'
}

/** Base units of the destination asset. */
function toAssetUnits(units: bigint, { dst: { decimals, chainKey } }: EndTerms): bigint | undefined {
  if (decimals === undefined || chainKey === 'mayachain') return undefined
  return decimals >= NETWORK_DECIMALS
    ? units * 10n ** BigInt(decimals - NETWORK_DECIMALS)
    : units / 10n ** BigInt(NETWORK_DECIMALS - decimals)
}

/**
 * True for the full name of an asset on these networks, a short one, or an abbreviation: chain, ticker, end of the contract.
 * @param provider key of the network: Maya's short names differ from those of THORChain
 */
export function namesAsset(text: string, { chainKey, address, symbol }: PaySide, provider: string): boolean {
  const shortNames = memoNetwork(provider) === 'MAYA' ? SHORT_NAMES_OF_MAYA : SHORT_NAMES
  const name = shortNames.get(text.toLowerCase()) ?? text.toUpperCase()
  const [, code = '', ticker = '', ending] = /^([A-Z0-9]+)\.([A-Z0-9/]+)(?:-([A-Z0-9]+))?$/.exec(name) ?? []
  const [key, coin] = CHAINS.get(code) ?? []
  if (key !== chainKey) return false
  if (address === NATIVE_ADDRESS || address === NATIVE_EVM_ADDRESS) return ticker === coin && ending === undefined
  const isSymbol = ticker === symbol.toUpperCase()
  if (ending === undefined) return isSymbol
  return address.toUpperCase().endsWith(ending) && (isSymbol || ending.length >= TELLING_DIGITS)
}
