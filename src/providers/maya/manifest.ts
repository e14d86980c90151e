import { defineFamilyProvider } from '../thorchain-family/manifest.ts'
import { MAYA_NETWORK } from './network.ts'

/** Maya Protocol, a network of pools that swaps native coins. */
export const maya = defineFamilyProvider(MAYA_NETWORK, async () => (await import('./adapter.ts')).mayaAdapter)
