import { isSwapError } from '../../core/api/errors.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { formatAmount } from '../../core/money/amount.ts'
import type { HeldBalance, UnreadBalance } from '../../core/money/holdings.ts'
import { findFamily, loadFamily, type PayChain } from '../../wallet/index.ts'
import { loadBalances, loadPayChains } from '../../payments/index.ts'
import { loadPaperMoney, loadPaperWallet } from '../../sandbox/index.ts'
import type { OpenedService, Session } from '../session.ts'

/** An asset of a chain whose balance is asked for. */
export interface AssetToRead {
  readonly address: string
  readonly isNative: boolean
  readonly decimals: number
}

/**
 * Balances of one address on a chain, in the order asked for. What was read a moment ago is not read again; nor is what could not
 * be. Never rejects.
 * @param sinceMs epoch milliseconds: what was read before then is read again. @default what is a minute old
 */
export type ReadBalances = (
  chain: string,
  assets: readonly AssetToRead[],
  sinceMs?: number,
) => Promise<readonly HeldBalance[]>

/** Where balances come from. */
export interface BalanceSource {
  /** A chain by its key; undefined for one that no balance can be read of. */
  chain(key: string): Promise<PayChain | undefined>
  /** Address whose balances they are; undefined where there is none. */
  address(): Promise<string | undefined>
  /** Epoch milliseconds. */
  now(): number
}

/** Time for which a balance is not asked for again, in milliseconds; also where the node gave none. */
const FRESH_MS = 60_000

/** True where what was read then has to be read again. @param atMs when that was, in epoch milliseconds */
function isOutdated(atMs: number, nowMs: number, sinceMs = -Infinity): boolean {
  return nowMs - atMs >= FRESH_MS || atMs < sinceMs
}

/** Reads balances: those of one chain in one go, and each at most once a minute where nothing newer is asked for. Never rejects. */
export function createBalanceReader(source: BalanceSource): ReadBalances {
  const known = new Map<string, { readonly atMs: number; readonly balance: Promise<HeldBalance> }>()
  return async (chain, assets, sinceMs) => {
    const address = await source.address().catch(unreadBecause)
    if (typeof address === 'object') return assets.map(() => address)
    if (address === undefined || (await findFamily(address)) === undefined) return assets.map(() => undefined)
    const nameOf = (asset: AssetToRead) => `${address} ${chain} ${asset.address}`
    const atMs = source.now()
    const due = assets.filter((asset) => isOutdated(known.get(nameOf(asset))?.atMs ?? -Infinity, atMs, sinceMs))
    if (due.length > 0) {
      const reading = readTexts(source, chain, address, due)
      for (const asset of due) {
        known.set(nameOf(asset), { atMs, balance: reading.then((balanceOf) => balanceOf(asset)) })
      }
    }
    return Promise.all(assets.map((asset) => known.get(nameOf(asset))?.balance ?? Promise.resolve(undefined)))
  }
}

/** A balance is an extra: without an answer there is only the reason why. */
async function readTexts(
  source: BalanceSource,
  key: string,
  address: string,
  assets: readonly AssetToRead[],
): Promise<(asset: AssetToRead) => HeldBalance> {
  try {
    const chain = await source.chain(key)
    if (chain === undefined) return () => undefined
    const reader = await (await loadFamily(chain.family)).loadBalances?.()
    if (reader === undefined) return () => undefined
    const { balances } = await reader.readBalances(chain, address, assets)
    const texts = new Map(balances.map(({ asset, units }) => [asset, formatAmount(units, asset.decimals)]))
    return (asset) => texts.get(asset) ?? { reason: 'its contract states no balance' }
  } catch (error) {
    const unread = unreadBecause(error)
    return () => unread
  }
}

function unreadBecause(error: unknown): UnreadBalance {
  return { reason: isSwapError(error) ? error.message : 'it cannot be read' }
}

/** Reads them over the nodes that the wallet pays through. @param address whose they are; asked at the first call */
export function heldBalances(session: Session, address: () => Promise<string | undefined>): ReadBalances {
  let reader: Promise<ReadBalances> | undefined
  const leave = new AbortController()
  const ends: (() => Promise<void>)[] = []
  session.onEnd(async () => {
    // A node that is slow must not keep the user from leaving.
    leave.abort()
    await Promise.all(ends.map((end) => end()))
  })
  const openReader = async () => {
    const { createPayChains } = await loadPayChains()
    const chains = createPayChains({ ...session, onEnd: (end) => void ends.push(end) }, leave.signal)
    return createBalanceReader({ chain: (key) => chains.chain(key), address, now: () => session.clock.now() })
  }
  return async (...asked) => (await (reader ??= openReader()))(...asked)
}

/** How many pages of past swaps the paper wallet is counted by. */
const MOST_PAPER_PAGES = 40

/** Reads what the paper wallet holds, at most once a minute where nothing newer is asked for. @param now epoch milliseconds */
export function paperBalances(
  { service, catalog }: Pick<OpenedService, 'service' | 'catalog'>,
  now: () => number,
): ReadBalances {
  const read = async () => {
    const [{ createPaperWallet }, { readPaperMoney }, { readPastSwaps }] = await Promise.all([
      loadPaperWallet(),
      loadPaperMoney(),
      loadBalances(),
    ])
    const none = async () => Promise.reject(new Error('no ledger is needed for an address'))
    const wallet = createPaperWallet({ ledger: { get: none, put: none, list: none } })
    const ends = (await catalog.chains()).flatMap(({ key, addressFamily }) => {
      const address = wallet.address(addressFamily)
      return address === undefined ? [] : [{ key, address }]
    })
    const own = [...new Set(ends.map(({ address }) => address))]
    const { swaps, hasMore } = await readPastSwaps(service, own, MOST_PAPER_PAGES)
    const holdings = await readPaperMoney(catalog, swaps, (address) => own.includes(address))
    return { holdings, chains: ends.map(({ key }) => key), counted: hasMore ? swaps.length : undefined }
  }
  let held: { readonly atMs: number; readonly money: ReturnType<typeof read> } | undefined
  return async (chain, assets, sinceMs) => {
    const atMs = now()
    if (held === undefined || isOutdated(held.atMs, atMs, sinceMs)) held = { atMs, money: read() }
    const money = await held.money.catch(unreadBecause)
    if ('reason' in money) return assets.map(() => money)
    if (!money.chains.includes(chain)) return assets.map(() => undefined)
    return assets.map(({ address, decimals }) => {
      const found = money.holdings.find(({ asset }) => asset.chain === chain && sameAddress(asset.address, address))
      if (found !== undefined) return formatAmount(found.units, decimals)
      // What the wallet has nothing of is not listed: that is known, where all swaps are counted.
      return money.counted === undefined ? '0' : { reason: `only the newest ${money.counted} swaps are counted` }
    })
  }
}
