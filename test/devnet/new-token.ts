import { type Address, encodeFunctionData, getAddress, maxUint256, parseEther, parseUnits } from 'viem'
import { erc20Abi, v2Abi } from './abi.ts'
import { operator } from './addresses.ts'
import { creationCode } from './artifacts.ts'
import { setTokenBalance } from './recipe.ts'
import type { DevChain } from './world.ts'

const GAS = 8_000_000n
const FOREVER = 2n ** 40n

/** What a new token says of itself. */
export interface NewToken {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** Deploys a token with a Uniswap V2 pool of 100 coins of the chain and 100,000 whole tokens: 1 coin is 1,000 tokens. */
export async function launchToken(chain: DevChain, { name, symbol, decimals }: NewToken): Promise<Address> {
  const { client, contracts, tokens } = chain
  const send = async (call: { to?: Address; data: `0x${string}`; value?: bigint }) => {
    const hash = await client.sendTransaction({ account: operator, gas: GAS, ...call })
    const receipt = await client.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`Launching ${symbol}: ${call.data.slice(0, 10)} reverted`)
    return receipt
  }
  const { contractAddress: token } = await send({ data: creationCode('token', name, symbol, decimals) })
  if (token === null || token === undefined) throw new Error(`No contract of ${symbol}`)
  const [coins, units] = [parseEther('100'), parseUnits('100000', decimals)]
  await setTokenBalance(client, token, operator.address, units)
  await send({ to: tokens.weth, value: coins, data: encodeFunctionData({ abi: erc20Abi, functionName: 'deposit' }) })
  const spender = contracts.v2Router
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] })
  for (const to of [token, tokens.weth]) await send({ to, data: approve })
  const pool = [token, tokens.weth, units, coins, 0n, 0n, operator.address, FOREVER] as const
  await send({ to: spender, data: encodeFunctionData({ abi: v2Abi, functionName: 'addLiquidity', args: pool }) })
  return getAddress(token)
}
