import { type CatalogChain, NATIVE_EVM_ADDRESS, type PricedAsset } from '../../core/assets/catalog.ts'
import { isEvm, SOLANA_NATIVE, type StatedSide } from '../kit/stated-side.ts'

/** Relay's id of a chain that is not an EVM chain, its address of the coin, and a wallet for quotes without one. */
interface ForeignChain {
  readonly id: number
  /** Relay's address of the coin; undefined when we do not know it for certain. */
  readonly native: string | undefined
  readonly placeholder: string
}

const FOREIGN: ReadonlyMap<string, ForeignChain> = new Map([
  [
    'solana',
    {
      id: 792703809,
      native: SOLANA_NATIVE,
      placeholder: 'CbKGgVKLJFb8bBrf58DnAkdryX6ubewVytn7X957YwNr',
    },
  ],
  [
    'bitcoin',
    {
      id: 8253038,
      native: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8',
      placeholder: 'bc1q4vxn43l44h30nkluqfxd9eckf45vr2awz38lwa',
    },
  ],
  ['tron', { id: 728126428, native: undefined, placeholder: 'THa7BwoPfacfiELa63pbmm3g5PGKYmtJyt' }],
])

/** The wallet that Relay's documentation uses for quotes without one. */
const EVM_PLACEHOLDER = '0x03508bb71268bba25ecacc8f620e01866650532c'

/** An end of a route in Relay's names; undefined for what Relay does not name. */
export function toRelaySide(priced: PricedAsset): StatedSide | undefined {
  const { chain, asset } = priced
  if (isEvm(chain)) return { priced, chainId: chain.chainId, address: asset.address, native: undefined }
  const foreign = FOREIGN.get(chain.key)
  const address = asset.isNative ? foreign?.native : asset.address
  if (foreign === undefined || address === undefined) return undefined
  return { priced, chainId: foreign.id, address, native: foreign.native }
}

/** A chain of ours, and Relay's address of its coin when known. */
export interface RelayChainNames {
  readonly chain: CatalogChain
  readonly native: string | undefined
}

/** The chain of `chains` with this id of Relay's; undefined when there is none. */
export function fromRelayChain(id: number, chains: readonly CatalogChain[]): RelayChainNames | undefined {
  const chain = chains.find((one) => (isEvm(one) ? one.chainId : FOREIGN.get(one.key)?.id) === id)
  if (chain === undefined) return undefined
  return { chain, native: isEvm(chain) ? NATIVE_EVM_ADDRESS : FOREIGN.get(chain.key)?.native }
}

/** A wallet for a quote when the user gave none; never for a lock. */
export function placeholderWallet(chain: CatalogChain): string {
  return FOREIGN.get(chain.key)?.placeholder ?? EVM_PLACEHOLDER
}
