import { encodeFunctionData, type Hex, parseAbi } from 'viem'

const ROUTER = parseAbi([
  'function depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration)',
])

/** The router call as another encoder makes it. `expiration` is in epoch seconds. */
export function routerCall(vault: Hex, asset: Hex, amount: bigint, memo: string, expiration: bigint): Hex {
  return encodeFunctionData({
    abi: ROUTER,
    functionName: 'depositWithExpiry',
    args: [vault, asset, amount, memo, expiration],
  })
}
