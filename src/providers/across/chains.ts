import { BURN_EVM_ADDRESS, type CatalogChain, type PricedAsset } from '../../core/assets/catalog.ts'
import { isEvm, type StatedSide } from '../kit/stated-side.ts'

/** Keys of the EVM chains that Across serves; it knows them by their chain ids. */
const EVM_CHAINS: ReadonlySet<string> = new Set(
  `
  ethereum optimism polygon arbitrum base bsc linea zksync scroll unichain worldchain mode blast lisk zora ink soneium
  lens hyperevm plasma monad megaeth
  `
    .trim()
    .split(/\s+/),
)

/** Across's own chain id of Solana. */
const SOLANA_ID = 34268394551451

/** Wallets for a quote when the user gave none, never for a lock: both are well-formed and not ours. */
export const PLACEHOLDERS = {
  evm: BURN_EVM_ADDRESS,
  solana: 'CbKGgVKLJFb8bBrf58DnAkdryX6ubewVytn7X957YwNr',
} as const

/** An end of a route in Across's names; undefined for what it does not serve. It does not bridge Solana's coin. */
export function toAcrossSide(priced: PricedAsset): StatedSide | undefined {
  const { chain, asset } = priced
  if (isEvm(chain)) {
    if (!EVM_CHAINS.has(chain.key)) return undefined
    return { priced, chainId: chain.chainId, address: asset.address, native: undefined }
  }
  if (chain.key !== 'solana' || asset.isNative) return undefined
  return { priced, chainId: SOLANA_ID, address: asset.address, native: undefined }
}

/** The chain of `chains` with this id of Across's; undefined when there is none or Across does not serve it. */
export function fromAcrossChain(id: number, chains: readonly CatalogChain[]): CatalogChain | undefined {
  return chains.find((chain) =>
    isEvm(chain) ? EVM_CHAINS.has(chain.key) && chain.chainId === id : chain.key === 'solana' && id === SOLANA_ID,
  )
}
