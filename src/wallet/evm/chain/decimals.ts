import { EVM_COIN_DECIMALS } from '../../../core/assets/catalog.ts'
import { isEvmAddress } from '../../../core/assets/addresses/evm.ts'
import { NodesDisagree } from '../../../core/evm/agreement.ts'
import { readTokenDecimals } from '../../../core/evm/token-decimals.ts'
import { MOST_DECIMALS } from '../../../core/money/amount.ts'
import type { BalanceAsset, PayChain } from '../../family.ts'
import { requireEvmChain } from '../evm-chain.ts'

/** As `Family` has it. */
export async function readDecimals(on: PayChain, asset: BalanceAsset): Promise<number | undefined> {
  if (asset.isNative) return EVM_COIN_DECIMALS
  if (!isEvmAddress(asset.address)) return undefined
  try {
    const agreed = await readTokenDecimals(requireEvmChain(on).rpc, asset.address)
    const isUsable = agreed !== undefined && agreed.by !== 'single node' && agreed.value <= MOST_DECIMALS
    return isUsable ? agreed.value : undefined
  } catch (error) {
    if (error instanceof NodesDisagree) return undefined
    throw error
  }
}
