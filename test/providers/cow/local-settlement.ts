import { type Address, type Hex, parseAbi } from 'viem'
import { creationCode } from '../../devnet/artifacts.ts'
import { account, type DevChain } from '../../devnet/world.ts'
import { SETTLEMENT, type StatedOrder } from './orders.ts'

/* CoW Protocol's own settlement on a local chain, and a solver who fills orders with what it holds. */

export const settlementAbi = parseAbi([
  'struct Trade { uint256 sell; uint256 buy; address receiver; uint256 sellAmount; uint256 buyAmount; uint32 validTo; bytes32 appData; uint256 feeAmount; uint256 flags; uint256 executed; bytes signature; }',
  'struct Call { address target; uint256 value; bytes data; }',
  'function settle(address[] tokens, uint256[] prices, Trade[] trades, Call[][3] interactions)',
  'function invalidateOrder(bytes uid)',
  'function preSignature(bytes uid) view returns (uint256)',
  'function vaultRelayer() view returns (address)',
])
/** Balancer's, whose coins no test pays with. */
const VAULT = '0xBA12222222228d8Ba445958a75a0704d566BF2C8'
/** Knows every solver: returns true for whatever it is asked. */
const AUTHENTICATOR = { address: '0x00000000000000000000000000000000000a0711', code: '0x600160005260206000f3' } as const
/** Fills the orders. */
export const solver = account(3)
/** Of a trade: an order to sell, whole, by presignature. */
const PRESIGNED = 0x60n

/** Runs the constructor where the contract stands on real chains, so that it makes the relayer at its real address too. */
export async function installSettlement({ client }: DevChain): Promise<void> {
  await client.setCode({ address: AUTHENTICATOR.address, bytecode: AUTHENTICATOR.code })
  await client.setCode({ address: SETTLEMENT, bytecode: creationCode('cowSettlement', AUTHENTICATOR.address, VAULT) })
  // Contracts begin at one.
  await client.setNonce({ address: SETTLEMENT, nonce: 1 })
  const { data } = await client.call({ account: solver.address, to: SETTLEMENT, gas: 12_000_000n })
  if (data === undefined) throw new Error('The constructor returned no code')
  const hash = await client.sendTransaction({ account: solver, to: SETTLEMENT, data: '0x', gas: 12_000_000n })
  await client.waitForTransactionReceipt({ hash })
  await client.setCode({ address: SETTLEMENT, bytecode: data })
}

/**
 * Fills an order that its owner has signed on the chain.
 * @param paid base units
 * @throws Error of viem where the settlement refuses it
 */
export async function settleOrder(
  { client }: DevChain,
  order: StatedOrder,
  owner: Address,
  paid: bigint,
  receiver: string = order.receiver,
): Promise<Hex> {
  const { sellToken, buyToken, sellAmount, buyAmount, validTo, appData } = order
  const trade = {
    ...{ sell: 0n, buy: 1n, receiver: receiver as Address, validTo, appData: appData as Hex, feeAmount: 0n },
    ...{ sellAmount: BigInt(sellAmount), buyAmount: BigInt(buyAmount), flags: PRESIGNED, executed: 0n },
    signature: owner,
  }
  const call = {
    address: SETTLEMENT,
    abi: settlementAbi,
    functionName: 'settle',
    args: [[sellToken as Address, buyToken as Address], [paid, BigInt(sellAmount)], [trade], [[], [], []]],
  } as const
  await client.simulateContract({ ...call, account: solver.address })
  const hash = await client.writeContract({ ...call, account: solver, gas: 2_000_000n })
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error('the settlement was reverted')
  return hash
}
