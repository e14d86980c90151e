import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hash,
  keccak256,
  maxUint256,
  parseEther,
} from 'viem'
import { erc20Abi, spokePoolAbi } from './abi.ts'
import { operator, relayer } from './addresses.ts'
import { type Deposit, type DepositState, depositsFrom, refundLeafId, stateOf, toBytes32 } from './deposits.ts'
import { type DevChain, type Devnet, fund } from './world.ts'

const ZERO_HASH = `0x${'0'.repeat(64)}` as const
/** Enough for a fill or a refund: estimates fall short where a contract catches failures. */
const GAS = 1_500_000n

/** A deposit that was settled, with the transaction that settled it. */
export type Settled = { readonly deposit: Deposit; readonly hash: Hash }

/** Pays out every deposit that waits, in both directions, as Across's relayers do; the relayer has what it needs. */
export async function fillDeposits(devnet: Devnet): Promise<Settled[]> {
  const settled: Settled[] = []
  for (const deposit of await depositsIn(devnet, ['pending'])) {
    const { destination, outputAmount, relay, origin } = deposit
    const token = knownToken(destination, deposit.outputToken)
    await fund(destination, relayer.address, { eth: parseEther('1'), [token]: outputAmount })
    const approval = { abi: erc20Abi, functionName: 'approve' } as const
    const allow = encodeFunctionData({ ...approval, args: [destination.contracts.spokePool, maxUint256] })
    // USDT first wants its old allowance taken back.
    const zero = encodeFunctionData({ ...approval, args: [destination.contracts.spokePool, 0n] })
    for (const data of [zero, allow]) await send(destination, relayer, deposit.outputToken, data)
    const args = [relay, BigInt(origin.chainId), toBytes32(relayer.address)] as const
    const data = encodeFunctionData({ abi: spokePoolAbi, functionName: 'fillRelay', args })
    settled.push({ deposit, hash: await send(destination, relayer, destination.contracts.spokePool, data) })
  }
  return settled
}

/**
 * Lets every deposit that waits run out, by moving the clocks of both chains past the last deadline, and pays it back on the
 * chain it came from; native coin comes back as WETH.
 */
export async function expireAndRefund(devnet: Devnet): Promise<Settled[]> {
  await expireDeposits(devnet)
  return refund(await depositsIn(devnet, ['expired']))
}

/** Moves the clocks of both chains past the deadline of every deposit that waits. */
export async function expireDeposits(devnet: Devnet): Promise<void> {
  const deposits = await depositsIn(devnet, ['pending'])
  const last = BigInt(Math.max(0, ...deposits.map(({ fillDeadline }) => fillDeadline)))
  for (const { client } of [devnet.ethereum, devnet.base]) {
    const { timestamp } = await client.getBlock()
    if (timestamp <= last) await client.increaseTime({ seconds: Number(last - timestamp) + 1 })
    await client.mine({ blocks: 1 })
  }
}

async function refund(deposits: readonly Deposit[]): Promise<Settled[]> {
  const settled: Settled[] = []
  for (const deposit of deposits) {
    const { origin, inputAmount, inputToken, depositor } = deposit
    const leaf = {
      ...{ amountToReturn: 0n, chainId: BigInt(origin.chainId), refundAmounts: [inputAmount] },
      ...{ leafId: refundLeafId(deposit), l2TokenAddress: inputToken, refundAddresses: [depositor] },
    }
    const spokePool = origin.contracts.spokePool
    // A tree of one leaf: its root is the leaf's hash.
    const root = keccak256(encodeAbiParameters([LEAF], [leaf]))
    const published = encodeFunctionData({
      abi: spokePoolAbi,
      functionName: 'relayRootBundle',
      args: [root, ZERO_HASH],
    })
    const bundles = await origin.client.getContractEvents({
      address: spokePool,
      abi: spokePoolAbi,
      eventName: 'RelayedRootBundle',
      fromBlock: 0n,
    })
    await send(origin, operator, spokePool, published)
    const args = [bundles.length, leaf, []] as const
    const data = encodeFunctionData({ abi: spokePoolAbi, functionName: 'executeRelayerRefundLeaf', args })
    settled.push({ deposit, hash: await send(origin, operator, spokePool, data) })
  }
  return settled
}

const LEAF = {
  type: 'tuple',
  components: [
    { name: 'amountToReturn', type: 'uint256' },
    { name: 'chainId', type: 'uint256' },
    { name: 'refundAmounts', type: 'uint256[]' },
    { name: 'leafId', type: 'uint32' },
    { name: 'l2TokenAddress', type: 'address' },
    { name: 'refundAddresses', type: 'address[]' },
  ],
} as const

async function depositsIn(devnet: Devnet, statuses: readonly DepositState['status'][]): Promise<Deposit[]> {
  const found = await Promise.all([devnet.ethereum, devnet.base].map((chain) => depositsFrom(devnet, chain)))
  const states = await Promise.all(found.flat().map(async (deposit) => ({ deposit, state: await stateOf(deposit) })))
  return states.flatMap(({ deposit, state }) => (statuses.includes(state.status) ? [deposit] : []))
}

function knownToken(chain: DevChain, address: Address): 'weth' | 'usdc' | 'dai' | 'usdt' {
  const known = (['weth', 'usdc', 'dai', 'usdt'] as const).find(
    (kind) => chain.tokens[kind]?.toLowerCase() === address.toLowerCase(),
  )
  if (known === undefined) throw new Error(`The relayer has no ${address} on ${chain.key}`)
  return known
}

async function send(chain: DevChain, from: typeof relayer, to: Address, data: Hash): Promise<Hash> {
  const hash = await chain.client.sendTransaction({ account: from, to, data, gas: GAS })
  const { status } = await chain.client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`The relayer's ${data.slice(0, 10)} on ${chain.key} reverted: ${hash}`)
  return hash
}
