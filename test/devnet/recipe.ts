import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  maxUint256,
  numberToHex,
  parseEther,
  parseUnits,
  zeroAddress,
} from 'viem'
import { erc20Abi, spokePoolAbi, v2Abi, v3Abi } from './abi.ts'
import { type ChainKey, contracts, decimals, operator, tokens } from './addresses.ts'
import type { DevClient } from './anvil.ts'
import { bytecodeOf, creationCode } from './artifacts.ts'
import { installFeeds } from './price-feeds.ts'
import { tetherCode } from './tether.ts'

/** Below the most that one transaction may use. */
const GAS = 12_000_000n
const FOREVER = 2n ** 40n
/** Where the tokens and WETH9 keep their balances. */
const TOKEN_BALANCES_SLOT = 0n
const WETH_BALANCES_SLOT = 3n
/** Where the code that USDT borrows lies. */
const TOKEN_CODE = '0x00000000000000000000000000000000000070C3'
/** Where the code behind the SpokePool's proxy lies. */
const SPOKE_POOL_CODE = '0x000000000000000000000000000000000000A507'

/** One pool: whole tokens of each side; `fee` in hundredths of a basis point, `v2` for a pair. */
type Pool = readonly [fee: number | 'v2', a: Token, amountA: number, b: Token, amountB: number]
type Token = 'weth' | 'usdc' | 'dai' | 'usdt'

const POOLS: readonly Pool[] = [
  [500, 'weth', 5_000, 'usdc', 10_000_000],
  [3_000, 'weth', 500, 'usdc', 1_000_000],
  [100, 'usdc', 5_000_000, 'dai', 5_000_000],
  ['v2', 'weth', 200, 'usdc', 400_000],
]
const POOLS_OF_TETHER: readonly Pool[] = [[3_000, 'weth', 300, 'usdt', 600_000]]

/** Most ticks from the middle, by fee: multiples of the fee's spacing. */
const WIDEST_TICK: Readonly<Record<number, number>> = { 100: 887_272, 500: 887_270, 3_000: 887_220 }

/** Puts the contracts at their real addresses on an empty chain, with pools where 1 ETH is 2,000 dollars. */
export async function buildChain(client: DevClient, key: ChainKey): Promise<void> {
  const { weth, usdc, dai, usdt } = tokens[key]
  const to = contracts[key]
  await client.setBalance({ address: operator.address, value: parseEther('1000000') })

  await client.setCode({ address: to.permit2, bytecode: bytecodeOf('permit2') })
  await deployAt(client, to.multicall3, creationCode('multicall3'))
  await deployAt(client, weth, creationCode('weth9'))
  await deployAt(client, usdc, creationCode('token', 'USD Coin', 'USDC', decimals.usdc))
  await deployAt(client, dai, creationCode('token', 'Dai Stablecoin', 'DAI', decimals.dai))
  if (usdt !== undefined) await deployTether(client, usdt)

  await deployAt(client, to.v2Factory, creationCode('v2Factory', operator.address))
  await deployAt(client, to.v2Router, creationCode('v2Router', to.v2Factory, weth))
  await deployAt(client, to.v3Factory, creationCode('v3Factory'))
  await deployAt(client, to.positionManager, creationCode('positionManager', to.v3Factory, weth, zeroAddress))
  await deployAt(client, to.quoterV2, creationCode('quoterV2', to.v3Factory, weth))
  await deployAt(
    client,
    to.swapRouter02,
    creationCode('swapRouter02', to.v2Factory, to.v3Factory, to.positionManager, weth),
  )
  await deploySpokePool(client, to.spokePool, weth)

  await send(client, to.v3Factory, encodeFunctionData({ abi: v3Abi, functionName: 'enableFeeAmount', args: [100, 1] }))
  for (const pool of usdt === undefined ? POOLS : [...POOLS, ...POOLS_OF_TETHER]) await fillPool(client, key, pool)
  await installFeeds(client, key)
}

/**
 * Writes a token balance straight into the storage of one of the devnet's tokens; what WETH owes it also holds.
 * @param amount base units
 */
export async function setTokenBalance(
  client: DevClient,
  token: Address,
  holder: Address,
  amount: bigint,
): Promise<void> {
  const isWeth = token === tokens.ethereum.weth || token === tokens.base.weth
  const mapping = isWeth ? WETH_BALANCES_SLOT : TOKEN_BALANCES_SLOT
  const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, mapping]))
  if (isWeth) {
    const before = BigInt((await client.getStorageAt({ address: token, slot })) ?? 0)
    const backing = await client.getBalance({ address: token })
    await client.setBalance({ address: token, value: backing + amount - before })
  }
  await client.setStorageAt({ address: token, index: slot, value: numberToHex(amount, { size: 32 }) })
}

/**
 * Runs creation code at an address of our choice: it sees that address as its own, so that storage and immutables come out as
 * they would there; what it returns is the contract's code.
 */
async function deployAt(client: DevClient, address: Address, code: Hex): Promise<void> {
  await client.setCode({ address, bytecode: code })
  const { data } = await client.call({ account: operator, to: address, gas: GAS })
  if (data === undefined) throw new Error(`The constructor at ${address} returned no code`)
  await send(client, address, '0x')
  await client.setCode({ address, bytecode: data })
}

async function deployTether(client: DevClient, usdt: Address): Promise<void> {
  await deployAt(client, usdt, creationCode('token', 'Tether USD', 'USDT', decimals.usdt))
  const code = await client.getCode({ address: usdt })
  if (code === undefined) throw new Error('No code of a token')
  await client.setCode({ address: TOKEN_CODE, bytecode: code })
  await client.setCode({ address: usdt, bytecode: tetherCode(TOKEN_CODE) })
}

async function deploySpokePool(client: DevClient, address: Address, weth: Address): Promise<void> {
  await deployAt(client, SPOKE_POOL_CODE, creationCode('spokePool', weth, 3_600, 21_600, zeroAddress))
  const args = [0, operator.address] as const
  const initialize = encodeFunctionData({ abi: spokePoolAbi, functionName: 'initialize', args })
  await deployAt(client, address, creationCode('proxy', SPOKE_POOL_CODE, initialize))
}

async function fillPool(client: DevClient, key: ChainKey, [fee, a, wholeA, b, wholeB]: Pool): Promise<void> {
  const [tokenA, tokenB] = [addressOf(key, a), addressOf(key, b)]
  const [amountA, amountB] = [parseUnits(String(wholeA), decimals[a]), parseUnits(String(wholeB), decimals[b])]
  const spender = fee === 'v2' ? contracts[key].v2Router : contracts[key].positionManager
  await provide(client, tokenA, a, spender, amountA)
  await provide(client, tokenB, b, spender, amountB)
  const me = operator.address
  if (fee === 'v2') {
    const args = [tokenA, tokenB, amountA, amountB, 0n, 0n, me, FOREVER] as const
    return send(client, spender, encodeFunctionData({ abi: v2Abi, functionName: 'addLiquidity', args }))
  }
  const inOrder = BigInt(tokenA) < BigInt(tokenB)
  const [token0, token1] = inOrder ? [tokenA, tokenB] : [tokenB, tokenA]
  const [amount0, amount1] = inOrder ? [amountA, amountB] : [amountB, amountA]
  const args = [token0, token1, fee, squareRoot((amount1 << 192n) / amount0)] as const
  await send(
    client,
    spender,
    encodeFunctionData({ abi: v3Abi, functionName: 'createAndInitializePoolIfNecessary', args }),
  )
  const pool = await client.readContract({
    ...{ address: contracts[key].v3Factory, abi: v3Abi, functionName: 'getPool', args: [token0, token1, fee] },
  })
  // As the pools of the real chains it remembers more than its last price.
  const functionName = 'increaseObservationCardinalityNext'
  await send(client, pool, encodeFunctionData({ abi: v3Abi, functionName, args: [60] }))
  const tick = WIDEST_TICK[fee] ?? 0
  const mint = {
    ...{ token0, token1, fee, tickLower: -tick, tickUpper: tick, amount0Desired: amount0, amount1Desired: amount1 },
    ...{ amount0Min: 0n, amount1Min: 0n, recipient: me, deadline: FOREVER },
  }
  await send(client, spender, encodeFunctionData({ abi: v3Abi, functionName: 'mint', args: [mint] }))
}

async function provide(client: DevClient, token: Address, kind: Token, spender: Address, amount: bigint) {
  if (kind === 'weth') await send(client, token, encodeFunctionData({ abi: erc20Abi, functionName: 'deposit' }), amount)
  else await setTokenBalance(client, token, operator.address, amount)
  const approve = (value: bigint) =>
    send(client, token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, value] }))
  await approve(0n)
  await approve(maxUint256)
}

function addressOf(key: ChainKey, token: Token): Address {
  const address: Address | undefined = tokens[key][token]
  if (address === undefined) throw new Error(`No ${token} on ${key}`)
  return address
}

async function send(client: DevClient, to: Address, data: Hex, value = 0n): Promise<void> {
  const hash = await client.sendTransaction({ account: operator, to, data, value, gas: GAS })
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`Building the devnet: ${data.slice(0, 10)} to ${to} reverted`)
}

function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
