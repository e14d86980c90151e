import { createFamilyAdapter } from '../thorchain-family/adapter.ts'
import { THORCHAIN_NETWORK } from './network.ts'

/** Swaps through THORChain's pools by memo deposits (https://dev.thorchain.org). */
export const thorchainAdapter = createFamilyAdapter(THORCHAIN_NETWORK)
