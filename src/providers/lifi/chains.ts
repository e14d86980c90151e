import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { sampleAddress } from '../../core/assets/addresses/sample.ts'
import { type CatalogChain, NATIVE_EVM_ADDRESS, type PricedAsset } from '../../core/assets/catalog.ts'
import { SOLANA_NATIVE, type StatedSide } from '../kit/stated-side.ts'

/** Our keys of the EVM chains that LI.FI serves, by their own ids. Asking for any other chain would waste a quote. */
const EVM_CHAINS: ReadonlySet<string> = new Set(
  `
  ethereum optimism flare cronos rootstock telos xdc bsc viction gnosis velas fuse unichain polygon monad sonic
  xlayer opbnb lens fantom fraxtal boba zksync worldchain flow stable hyperevm metis polygon-zkevm lisk moonbeam
  moonriver sei vana gravity pharos injective soneium ronin abstract morph tempo megaeth robinhood mantle somnia
  arc nibiru kaia base evmos plasma immutable-zkevm zerog apechain mode arbitrum arbitrum-nova celo etherlink hemi
  avalanche ink linea bob berachain blast plume scroll katana jovay taiko aurora harmony
  `
    .trim()
    .split(/\s+/),
)

/** LI.FI's ids of other chains and its addresses of their coins. */
const FOREIGN: ReadonlyMap<string, { readonly id: number; readonly native: string }> = new Map([
  ['solana', { id: 1151111081099710, native: SOLANA_NATIVE }],
  ['fogo', { id: 1021111031099710, native: SOLANA_NATIVE }],
  ['tron', { id: 728126428, native: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }],
  ['stellar', { id: 1201081091099710, native: 'CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA' }],
  [
    'sui',
    { id: 9270000000000000, native: '0x0000000000000000000000000000000000000000000000000000000000000002::sui::SUI' },
  ],
  ['bitcoin', { id: 20000000000001, native: 'bitcoin' }],
  ['bitcoin-cash', { id: 20000000000002, native: 'bitcoin-cash' }],
  ['litecoin', { id: 20000000000003, native: 'litecoin' }],
  ['dogecoin', { id: 20000000000004, native: 'dogecoin' }],
  ['zcash', { id: 20000000000005, native: 'zcash' }],
])

/** True for EVM chains that LI.FI serves. */
export function isServedEvm(chain: CatalogChain): boolean {
  return EVM_CHAINS.has(chain.key)
}

/** An end of a route in LI.FI's names; undefined for what it does not name. */
export function toLifiSide(priced: PricedAsset): StatedSide | undefined {
  const { chain, asset } = priced
  if (isServedEvm(chain)) return { priced, chainId: chain.chainId, address: asset.address, native: undefined }
  const foreign = FOREIGN.get(chain.key)
  if (foreign === undefined) return undefined
  return {
    priced,
    chainId: foreign.id,
    address: asset.isNative ? foreign.native : asset.address,
    native: foreign.native,
  }
}

/** A chain of ours, and LI.FI's address of its coin. */
export interface LifiChainNames {
  readonly chain: CatalogChain
  readonly native: string
}

/** The chain of `chains` with this id of LI.FI's; undefined when there is none. */
export function fromLifiChain(id: number, chains: readonly CatalogChain[]): LifiChainNames | undefined {
  for (const chain of chains) {
    if (isServedEvm(chain)) {
      if (chain.chainId === id) return { chain, native: NATIVE_EVM_ADDRESS }
    } else {
      const foreign = FOREIGN.get(chain.key)
      if (foreign?.id === id) return { chain, native: foreign.native }
    }
  }
  return undefined
}

/** A wallet for a quote to a chain that is not an EVM chain, when the user gave none; never for a lock. */
export function placeholderWallet(chain: CatalogChain): string | undefined {
  return sampleAddress(chain.addressFamily, sha256(utf8ToBytes('a wallet that nobody has')))
}
