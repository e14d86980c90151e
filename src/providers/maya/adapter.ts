import { createFamilyAdapter } from '../thorchain-family/adapter.ts'
import { MAYA_NETWORK } from './network.ts'

/** Swaps through Maya Protocol's pools by memo deposits (https://docs.mayaprotocol.com). */
export const mayaAdapter = createFamilyAdapter(MAYA_NETWORK)
