import { defineFamilyProvider } from '../thorchain-family/manifest.ts'
import { THORCHAIN_NETWORK } from './network.ts'

/** THORChain, a network of pools that swaps native coins. */
export const thorchain = defineFamilyProvider(
  THORCHAIN_NETWORK,
  async () => (await import('./adapter.ts')).thorchainAdapter,
)
