import { type CatalogChain, NATIVE_EVM_ADDRESS, type PricedAsset } from '../../core/assets/catalog.ts'
import type { StatedSide } from '../kit/stated-side.ts'

/** Relay's own name for a chain that is no EVM chain, and what stands for its coin and for a wallet nobody named. */
interface ForeignChain {
  readonly id: number
  /** Undefined where its address of the coin is not known for certain. */
  readonly native: string | undefined
  readonly placeholder: string
}

const FOREIGN: ReadonlyMap<string, ForeignChain> = new Map([
  [
    'solana',
    {
      id: 792703809,
      native: '11111111111111111111111111111111',
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

/** The wallet that Relay's documentation quotes for when there is none. */
const EVM_PLACEHOLDER = '0x03508bb71268bba25ecacc8f620e01866650532c'

/** True for chains whose ids and addresses are those of EVM chains. */
export function isEvm(chain: CatalogChain): boolean {
  return chain.type === 'EVM' && chain.addressFamily === 'evm'
}

/** An end of a route in Relay's names; undefined for what it cannot name. */
export function toRelaySide(priced: PricedAsset): StatedSide | undefined {
  const { chain, asset } = priced
  if (isEvm(chain)) return { priced, chainId: chain.chainId, address: asset.address, native: undefined }
  const foreign = FOREIGN.get(chain.key)
  const address = asset.isNative ? foreign?.native : asset.address
  if (foreign === undefined || address === undefined) return undefined
  return { priced, chainId: foreign.id, address, native: foreign.native }
}

/** Our chain of one of Relay's, and Relay's address of its coin where it is known. */
export interface RelayChainNames {
  readonly chain: CatalogChain
  readonly native: string | undefined
}

/** Which of `chains` is Relay's chain of this id; undefined for one that is none of them. */
export function fromRelayChain(id: number, chains: readonly CatalogChain[]): RelayChainNames | undefined {
  const chain = chains.find((one) => (isEvm(one) ? one.chainId : FOREIGN.get(one.key)?.id) === id)
  if (chain === undefined) return undefined
  return { chain, native: isEvm(chain) ? NATIVE_EVM_ADDRESS : FOREIGN.get(chain.key)?.native }
}

/** A wallet to quote with when the user named none; never for a lock. */
export function placeholderWallet(chain: CatalogChain): string {
  return FOREIGN.get(chain.key)?.placeholder ?? EVM_PLACEHOLDER
}
