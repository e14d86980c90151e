import type { CatalogChain } from '../../../core/assets/catalog.ts'
import { HEX_WORD } from '../../../core/text/hex.ts'

/*
 * Pages of transactions. Explorers of EVM chains share one form of path; of the others only those are linked whose form
 * is known.
 */

/** Path after the explorer's address, by its host and the key of the chain. */
const PATHS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'mempool.space': { bitcoin: '/tx/' },
  'litecoinspace.org': { litecoin: '/tx/' },
  'dogechain.info': { dogecoin: '/tx/' },
  'solscan.io': { solana: '/tx/' },
  'tronscan.org': { tron: '/#/transaction/' },
  'bithomp.com': { xrpl: '/explorer/' },
  'tonviewer.com': { ton: '/transaction/' },
  'suivision.xyz': { sui: '/txblock/' },
  'thorchain.net': { thorchain: '/tx/' },
  'nearblocks.io': { near: '/txns/' },
  'www.explorer.mayachain.info': { mayachain: '/tx/' },
  'mainnet.zcashexplorer.app': { zcash: '/transactions/' },
  'blockchair.com': { dash: '/dash/transaction/' },
  // The catalog names the page of the chain's transactions.
  'www.blockchain.com': { 'bitcoin-cash': '/' },
  'cardanoscan.io': { cardano: '/transaction/' },
  'explorer.aptoslabs.com': { aptos: '/txn/' },
}

/** It has one form for all of its chains. */
const MINTSCAN = 'www.mintscan.io'
const HASH = /^[A-Za-z0-9+/=_-]{16,128}$/

/** The page of an explorer that shows a transaction, an https URL; undefined where none is known. */
export function explorerLink(chain: CatalogChain, hash: string): string | undefined {
  if (!HASH.test(hash)) return undefined
  for (const explorer of chain.explorers) {
    if (!URL.canParse(explorer)) continue
    const url = new URL(explorer)
    if (url.protocol !== 'https:' || url.username !== '' || url.search !== '' || url.hash !== '') continue
    const path = pathOf(chain, url.hostname, hash)
    if (path === undefined) continue
    const shown = chain.key === 'ton' ? hexOfTon(hash) : hash
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}${encodeURIComponent(shown)}`
  }
  return undefined
}

/** TON also writes hashes in base64, whose slashes cannot stand in a path. */
function hexOfTon(hash: string): string {
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(hash) ? Buffer.from(hash, 'base64').toString('hex') : hash
}

function pathOf({ key, type, addressFamily }: CatalogChain, host: string, hash: string): string | undefined {
  if (type === 'EVM' && addressFamily === 'evm') return HEX_WORD.test(hash) ? '/tx/' : undefined
  if (host === MINTSCAN) return type === 'COSMOS' ? '/tx/' : undefined
  const paths = Object.hasOwn(PATHS, host) ? PATHS[host] : undefined
  return paths !== undefined && Object.hasOwn(paths, key) ? paths[key] : undefined
}
